#!/usr/bin/env bash
# omen analyze and omen trace as users see them: results, JSON, exit codes, formats, pipes.
# rooms: cli detect predict trace, quick
set -eu
omen=$1
here=$(cd "$(dirname "$0")" && pwd)
traces=$here/../traces
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

# engine warnings pairs, as "W (a,b) (c,d)"
result() { # TRACE ENGINE [OPTION...]
  local trace=$1 engine=$2
  shift 2
  "$omen" analyze "$trace" --engine "$engine" "$@" --json "$tmp/out.json" > /dev/null
  python3 - "$tmp/out.json" "$engine" <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
assert d["version"] == 1 and d["events"] > 0
e = d["engines"][sys.argv[2]]
assert e["seconds"] >= 0
print(e["warnings"], *sorted("(%s,%s)" % tuple(p) for p in e["pairs"]))
PY
}
expect() { # TRACE ENGINE WANTED
  local have
  have=$(result "$traces/$1" "$2")
  [ "$have" = "$3" ] || fail "$1 $2: '$have' instead of '$3'"
}
# The traces of the SHB paper, engine by engine.
for e in hb hb-epoch; do
  expect sigma1.std $e "2 (1,4) (2,3)"
  expect sigma2.std $e "2 (1,4) (2,3)"
  expect sigma3.std $e "4 (2,10) (2,12) (2,7) (2,9) (5,10) (5,12) (5,7) (5,9)"
  expect sigma4.std $e "7 (12,13) (2,3) (2,5) (4,11) (5,6) (9,10) (9,12)"
done
for e in shb shb-epoch; do
  expect sigma1.std $e "1 (2,3)"
  expect sigma2.std $e "2 (1,4) (2,3)"
  expect sigma3.std $e "1 (2,7) (5,7)"
  expect sigma4.std $e "4 (12,13) (2,3) (5,6) (9,10)"
done
expect sigma1.std fhb "1 (2,3)"
expect sigma2.std fhb "1 (2,3)"
expect sigma3.std fhb "1 (2,7) (5,7)"
expect sigma4.std fhb "4 (12,13) (2,3) (5,6) (9,10)"
for e in wcp hybrid; do
  expect sigma1.std $e "2 (1,4) (2,3)"
done
# Predictors: what other orders of the same events show, with the order.
expect sigma1.std syncp "1 (2,3)"
expect sigma2.std syncp "2 (1,4) (2,3)"
expect sigma4.std syncp "4 (12,13) (2,3) (5,6) (9,10)"
expect syncp1.std hb "0"
expect syncp1.std syncp "1 (1,8)"
expect syncp2.std syncp "0"
for e in osr mcm; do
  expect sigma1.std $e "1 (2,3)" # wcp's (1,4) is none: no order of these events shows it
  expect sigma2.std $e "2 (1,4) (2,3)"
  expect sigma4.std $e "4 (12,13) (2,3) (5,6) (9,10)"
  expect syncp1.std $e "1 (1,8)"
  expect syncp2.std $e "0"
  expect osr1.std $e "1 (2,7)"
done
expect osr1.std syncp "0"
expect branch1.std mcm "1 (1,10)"
grep -v branch "$traces/branch1.std" > "$tmp/plain.std"
[ "$(result "$tmp/plain.std" mcm)" = 0 ] || fail "without branch events every read matters"
expect branch2.std mcm "0"
expect deadlock1.std deadlock "1 (2,6)"
expect deadlock2.std deadlock "0"
expect wcp1.std wcp "1 (3,11)"
for e in hb syncp osr mcm; do expect wcp1.std $e "0"; done
expect wcp1.std deadlock "1 (2,9)"
"$omen" analyze "$traces/syncp1.std" -e syncp,hb --witness --json "$tmp/w.json" > "$tmp/w.txt"
printf '%s\n' 'witness of syncp:' '  t2|acq(l)|5' '  t2|w(y)|6' '  t2|rel(l)|7' '  then    t1|w(x)|1' '  beside  t2|w(x)|8' > "$tmp/want"
sed -n '/^witness/,$p' "$tmp/w.txt" | cmp - "$tmp/want" || fail "the witness: $(cat "$tmp/w.txt")"
python3 - "$tmp/w.json" <<'PY'
import json, sys
e = json.load(open(sys.argv[1]))["engines"]["syncp"]
assert e["witnesses"] == [{"events": [0, 7], "base": 0, "order": [4, 5, 6]}] and e["undecided"] == 0, e
PY
[ "$(result "$traces/syncp1.std" syncp --window 4)" = 0 ] || fail "a race across windows"
[ "$(result "$traces/sigma4.std" syncp --window 3)" = "2 (2,3) (5,6)" ] || fail "races within windows: $(result "$traces/sigma4.std" syncp --window 3)"
# TREE: the thesis's example.
"$omen" analyze "$traces/tree34.std" -e hybrid --filter tree --json - 2> /dev/null |
  python3 -c 'import json,sys; e=json.load(sys.stdin)["engines"]["hybrid"]; assert e["removed"]==3 and len(e["pairs"])==7, e'

# RDIT: the figures of the thesis's chapter 4. What calls that are not seen may order is no race; where they reach
# other things, it is one.
apart() { # TRACE FROM TO WANTED: the same with another variable in one place
  sed "s/$2/$3/" "$traces/$1" > "$tmp/apart.std"
  local have
  have=$(result "$tmp/apart.std" hb)
  [ "$have" = "$4" ] || fail "$1 with $3: '$have' instead of '$4'"
}
for e in hb shb wcp; do
  expect rdit41.std $e "0"
  expect rdit43.std $e "0"
  expect rdit44.std $e "0"
  expect rdit45.std $e "0"
done
expect rdit42.std hb "1 (1,17) (16,17)"
expect rdit44_ordinary.std hb "1 (7,8)"
apart rdit41.std '^T2|hide(y)' 'T2|hide(z)' "1 (1,6)"
apart rdit43.std '^T3|hide(x)' 'T3|hide(z)' "2 (1,8) (3,6)"
apart rdit44.std '^T3|hide(x)' 'T3|hide(z)' "1 (3,4)"
apart rdit44_ordinary.std '^T3|r(x)' 'T3|r(z)' "2 (2,4) (7,8)"
apart rdit45.std '^T4|hide(y,z)' 'T4|hide(y,w)' "1 (1,8)"
printf 'T1|hide|1\n' | "$omen" analyze - --engine hb 2> /dev/null && fail "a call that hides nothing was taken"

# Text, binary, a pipe and back: the same answer, the same text.
"$omen" trace "$traces/sigma4.std" -o "$tmp/s4.bin"
"$omen" trace "$tmp/s4.bin" -o "$tmp/s4.std" --format std
grep -v '^#' "$traces/sigma4.std" | cmp - "$tmp/s4.std" || fail "text to binary and back"
printf 'T0|acq(l)|1\nT1|rel(l)|2\n' > "$tmp/bad.std"
"$omen" trace "$tmp/bad.std" -o "$tmp/bad.bin" 2> "$tmp/e" && fail "a trace that is not well formed was written"
grep -q "line 2" "$tmp/e" || fail "no line in: $(cat "$tmp/e")"
[ ! -e "$tmp/bad.bin" ] || fail "half a trace was left"
printf 'T0|acq(l)|1\nT0|acq(l)|2\nT0|rel(l)|3\nT0|rel(l)|4\n' > "$tmp/inner.std"
"$omen" trace "$tmp/inner.std" -o "$tmp/inner.bin" && "$omen" trace "$tmp/inner.bin" -o "$tmp/inner2.std" --format std
cmp "$tmp/inner.std" "$tmp/inner2.std" || fail "a re-entrant lock, to binary and back"
want=$(result "$traces/sigma4.std" shb)
[ "$(result "$tmp/s4.bin" shb)" = "$want" ] || fail "binary"
[ "$(cat "$tmp/s4.bin" | result - shb)" = "$want" ] || fail "binary from a pipe"
[ "$(cat "$traces/sigma4.std" | result - shb)" = "$want" ] || fail "text from a pipe"
[ "$(result - shb < "$traces/sigma4.std")" = "$want" ] || fail "text from standard input"

# Several engines: a table; --stats.
"$omen" analyze "$traces/sigma3.std" -e all --stats > "$tmp/table"
for e in hb hb-epoch shb shb-epoch fhb wcp lockset hybrid; do
  grep -q "^$e " "$tmp/table" || fail "no line for $e"
done
grep -q "threads 4, locks and clocks 1, variables 1, locations 12" "$tmp/table" || fail "stats"

# Exit codes: 0 also with races, 2 wrong usage, 3 what cannot be read; the message names the line.
code() { local c=0; "$omen" analyze "$@" > "$tmp/o" 2> "$tmp/e" || c=$?; echo $c; }
[ "$(code "$traces/sigma1.std" -e shb)" = 0 ] || fail "exit 0"
[ "$(code "$traces/sigma1.std" -e nonsense)" = 2 ] || fail "exit 2, engine"
[ "$(code "$traces/sigma1.std" --filter nonsense)" = 2 ] || fail "exit 2, filter"
[ "$(code "$traces/sigma1.std" -e '')" = 2 ] || fail "exit 2, no name of an engine"
[ "$(code)" = 2 ] || fail "exit 2, no trace"
[ "$(code "$tmp")" = 3 ] || fail "exit 3, a folder"
grep -q 'not a recording' "$tmp/e" || fail "the message says what the folder is not: $(cat "$tmp/e")"
for json in "$tmp/out.json" -; do
  c=0
  "$omen" analyze "$traces/sigma1.std" --json "$json" > /dev/full 2> "$tmp/e" || c=$?
  [ $c = 3 ] && grep -q 'cannot write to standard output' "$tmp/e" || fail "a full disk: $c, $(cat "$tmp/e")"
done
[ "$(code "$tmp/none.std" -e shb)" = 3 ] || fail "exit 3, no file"
printf 'T0|r(x)|1\nT0|rel(l)|2\n' > "$tmp/bad.std"
[ "$(code "$tmp/bad.std" -e shb)" = 3 ] || fail "exit 3, malformed"
grep -q 'bad.std: line 2' "$tmp/e" || fail "the message names the line: $(cat "$tmp/e")"
head -c 60 "$tmp/s4.bin" > "$tmp/cut.bin"
[ "$(code "$tmp/cut.bin" -e shb)" = 3 ] || fail "exit 3, cut off"
grep -q 'cut off' "$tmp/e" || fail "the message says what is wrong: $(cat "$tmp/e")"
[ "$(code /dev/null -e all)" = 0 ] || fail "an empty trace"
echo ok
