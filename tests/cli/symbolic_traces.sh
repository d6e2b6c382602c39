#!/usr/bin/env bash
# What runs of the symbolic variant say about themselves (docs/symbolic.md): the programs of tests/symbolic are recorded
# once, and run again following their inputs. All that the trace says must be right about that run; and right about runs
# with other inputs that go the same way. Some of these do, some do not.
# rooms: symbolic runtime/symbolic, quick
. "$(dirname "$0")/run_common"
derive=$build/tests/derive
show=$build/tests/symbolic_show
sources=$here/../symbolic

# base NAME STDIN WORDS -- ARGUMENTS...: NAME.rec, and its derived run NAME.D0 with these inputs symbolic
base() {
  name=$1 stdin=$2 words=$3
  shift 4
  "$omen" cc -g -O1 -pthread -w "$sources/$name.c" -o "$name" || exit 1
  printf "$stdin" >stdin
  "$omen" run -q --exact -o "$name.rec" "./$name" "$@" >recorded 2>recorded.err <stdin
  rm -rf "$name.D0"
  "$derive" --symbolic "./$name" "$name.rec" "$name.D0" $words >derived 2>err || { fail "$name: $(cat err)"; return; }
  cmp -s recorded derived || { fail "$name: the derived run prints something else"; diff recorded derived; }
  "$show" "$name.D0" >shown || { fail "$name: the trace is wrong:"; grep WRONG shown; }
  tail -1 shown | grep -q 'stale 0, incomplete 0' || fail "$name: $(tail -1 shown)"
  same=0 others=0
}
says() { grep -q -- "$1" shown || fail "$name: the trace does not say $1"; }

# try INPUT...: with other inputs
try() {
  rm -rf D1
  "$derive" "$name.rec" D1 $words -- "$@" >/dev/null 2>err || { fail "$name $*: $(cat err)"; return; }
  "$show" "$name.D0" D1 >compared || { fail "$name $*:"; cat compared; }
  if grep -q 'the same way' compared; then same=$((same + 1)); else others=$((others + 1)); fi
}
# tried SAME OTHERS: so many went the same way and another, at least
tried() {
  [ $same -ge "$1" ] && [ $others -ge "$2" ] || fail "$name: $same went the same way and $others another, not $1 and $2"
}

base words 'point 5 7 abc\npoint 1 0x2 q\n' stdin --
says 'BRANCH 1 (AND1 (EQ1 stdin\[0\] 112)'
says 'FAULT 0 .*stdin\[20\].*# division by zero'
for text in 'point 4 7 xyz\npoint 2 0x2 z\n' 'point 5 9 aQc\npoint 1 0x9 y\n' 'point 6 6 {}|\npoint 0 0x1 0\n' \
  'point 55 7 abc\npoint 1 0x2 q\n' 'paint 5 7 abc\npoint 1 0x2 q\n' 'point 8 7 abc\npoint 1 0x2 q\n' 'point 5 7 abc\n' \
  'point 5 7 abc\npoint 1 0x2 q\npoint 1 1 a\n'; do
  printf "$text" >other
  try stdin=@other
done
tried 3 4

base streams 'one line\n  42 word\nthe rest\nand more\n' stdin --
for text in 'two bits\n  17 next\nthe best\nand cost\n' 'one line\n  99 word\nthe rest\nand more\n' \
  'a longer line\n  42 word\nthe rest\nand more\n' 'one line\n  4x word\nthe rest\nand more\n' \
  'one line\n  42 words\nthe rest\nand more\n' 'XXX XXXX\n  55 ....\n........\n........\n'; do
  printf "$text" >other
  try stdin=@other
done
tried 3 2
# every byte of the output that was read is known to be
[ "$(grep -c '^OUT' shown)" -gt 70 ] || fail "streams: few bytes of the output depend on the input: $(grep -c '^OUT' shown)"

OMEN_TEST_MODE=calm base values '' 'argv env:OMEN_TEST_MODE' -- 38 apple
says 'BRANCH . (EQ1 argv2\[0\] 98)'
says 'LOOKUP'
for args in '45 apple' '52 aXple' '31 angle' '98 apple' '7 apple' '-5 apple' '38 b' '38 Quit' '38 7up' '38 app'; do
  try "argv:1=${args% *}" "argv:2=${args#* }"
done
try 'env:OMEN_TEST_MODE=dark'
try 'env:OMEN_TEST_MODE=loud'
tried 3 5

base options '' argv -- -v -n 5 -o f
says 'BRANCH 0 (EQ1 argv1\[1\] 111)'
for args in 4 6 3 9 42 x 5; do try "argv:3=$args"; done
try argv:1=-o
try argv:1=-q
try argv:1=--verbose
try argv:5=g
try argv:5=long
tried 3 4
done_testing
