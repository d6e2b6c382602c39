#!/usr/bin/env bash
# Contained runs (docs/verdicts.md): the programs of tests/contained are recorded once. Run again with the same inputs
# they do the same; with other inputs they do what a native run with these inputs does. Nothing of either is seen
# outside, and every one of these recordings is replayed to the byte.
# rooms: runtime/world record, slow
. "$(dirname "$0")/run_common"
derive=$build/tests/derive
sources=$here/../contained
export MODE=short

tree() { # what a program finds and changes: made anew in the current folder
  rm -rf tree && mkdir -p tree/data/sub && cd tree || exit 1
  printf 'width = 3\nheight = 4\n' >data/settings
  echo old >data/result
  touch data/sub/one data/sub/two
}
look() { find "$1" -printf '%p %m %s %T@ %l\n' | sort; find "$1" -type f -exec cksum {} + | sort; }

# record NAME STDIN ARGUMENTS...: R0 in NAME.rec; its tree is left as the run left it
record() {
  name=$1 stdin=$2
  shift 2
  if [ ! -x "$name" ]; then
    "$omen" cc -g -O1 -pthread "$sources/$name.c" -o "$name" || exit 1
    clang-19 -O1 -pthread -w "$sources/$name.c" -o "$name.native" || exit 1
  fi
  rm -rf "$name.rec"
  (tree && "$omen" run -q --exact -o "../$name.rec" "../$name" "$@" >../recorded <"$stdin" 2>../recorded.err)
  recorded=$?
  [ -d "$name.rec" ] || { fail "$name: not recorded"; cat recorded.err; }
}

untouched() { # COMMAND...: leaves the tree as it is, and no file beside what it is asked for
  look tree >before.look
  "$@"
  local status=$?
  look tree >after.look
  cmp -s before.look after.look || { fail "$* changed files:"; diff before.look after.look; }
  return $status
}

# made D: the last derivation's status is in err
status_of() { sed -n 's/^derive: status \([0-9]*\),.*/\1/p' err; }

replays() { # D TIMES: always the same, output included
  local i
  untouched "$omen" replay -q "$1" >replayed.first 2>replayed.err
  local first=$?
  [ $first -eq "$(status_of)" ] || { fail "$1: replayed with $first"; cat replayed.err; }
  for ((i = 1; i < $2; i++)); do
    "$omen" replay -q "$1" >replayed 2>replayed.err
    [ $? -eq $first ] && cmp -s replayed replayed.first || { fail "$1: replay $i is another"; cat replayed.err; return; }
  done
}

# same TIMES EVENTS WORDS...: with its own inputs. EVENTS: "events" if they must be the same as well
same() {
  local times=$1 events=$2
  shift 2
  rm -rf D0
  untouched "$derive" "$name.rec" D0 "$@" >out 2>err || { fail "$name: derive: $(cat err)"; return; }
  cmp -s out recorded || { fail "$name: other output with the same inputs ($*)"; diff recorded out; }
  [ "$(status_of)" = $recorded ] || fail "$name: ended with $(status_of), not $recorded"
  if [ "$events" = events ]; then cmp -s D0/digest "$name.rec/digest" || {
    fail "$name ($*): other events: $(cmp D0/digest "$name.rec/digest" 2>&1)"
    diff "$name.rec/outcome" D0/outcome | head -20
  }; fi
  replays D0 "$times"
}

# other STDIN 'WORDS' 'VALUES...' [ARGUMENTS...]: with these values, as natively with these arguments
other() {
  local stdin=$1 words=$2 values=$3 native
  shift 3
  rm -rf D1
  mv tree tree.kept
  (tree && eval "$settings" exec "../$name.native" '"$@"' >../native <"$stdin" 2>../native.err)
  native=$?
  rm -rf tree
  mv tree.kept tree
  eval "untouched '$derive' $name.rec D1 $words -- $values" >out 2>err || { fail "$name: derive: $(cat err)"; return; }
  cmp -s out native || { fail "$name $values: not as natively"; diff native out; }
  [ "$(status_of)" = "${expected:-$native}" ] || fail "$name $values: $(status_of), natively $native"
  replays D1 3
}
settings= expected=

record arguments /dev/null 1 2 0x30
same 20 events
same 3 noted argv
other /dev/null argv 'argv:1=70' 70 2 0x30
other /dev/null argv 'argv:1=-v' -v 2 0x30
other /dev/null argv 'argv:3=' 1 2 ""
other /dev/null argv 'argv:2=-xyz argv:3=99999999' 1 -xyz 99999999
other /dev/null argv 'argc=1'
other /dev/null argv 'argc=2' 1
other /dev/null argv 'argc=6 argv:4=-v argv:5=a_long_argument_that_is_longer_than_its_room' \
  1 2 0x30 -v a_long_argument_that_is_longer_than_its_room

printf 'one\ntwo\n' >two
printf 'a\nbb\nccc\nno end' >four
: >none
head -c 5000 /dev/urandom | base64 -w 70 >many
for stdin in /dev/null "$work/two" "$work/four"; do
  record lines "$stdin"
  same 3 events
  same 3 noted stdin
  for f in two four none many; do other "$work/$f" stdin "stdin=@$f"; done
done
record lines <(cat four)
same 3 noted stdin
other "$work/two" stdin stdin=@two
record bytes "$work/two"
same 3 events
same 20 noted stdin
for f in two four none many; do other "$work/$f" stdin "stdin=@$f"; done
record seeks "$work/four"
same 3 events
same 3 noted stdin
other "$work/many" stdin stdin=@many

record environment /dev/null
same 20 events
same 3 noted env:MODE
for v in long '' x a_value_of_a_variable_that_is_longer; do
  settings="MODE=$v" other /dev/null env:MODE "env:MODE=$v"
done

record settings /dev/null
same 20 noted
same 3 noted file:data/settings
printf 'a = 1' >small
printf 'a = 10\nb = 20\nc = 12 d' >large
for f in small large none; do
  tree_with=$work/$f
  tree() {
    rm -rf tree && mkdir -p tree/data/sub && cd tree || exit 1
    cat "$tree_with" >data/settings
    echo old >data/result
  }
  other /dev/null file:data/settings "file:data/settings=@$f"
done
tree() {
  rm -rf tree && mkdir -p tree/data/sub && cd tree || exit 1
  printf 'width = 3\nheight = 4\n' >data/settings
  echo old >data/result
  touch data/sub/one data/sub/two
}

record folders /dev/null made
same 20 noted
same 3 noted argv
other /dev/null argv argv:1=longername longername
other /dev/null argv argv:1=data data
other /dev/null argv argv:1=x/y x/y

record pipes /dev/null 100
same 20 events
other /dev/null argv argv:1=0 0
other /dev/null argv argv:1=300000 300000
record sockets /dev/null 2
same 20 noted
other /dev/null argv argv:1=5 5
other /dev/null argv argv:1=0 0
record times /dev/null 20
same 20 noted
other /dev/null argv argv:1=1500 1500
record signals /dev/null 2 0
same 20 events
other /dev/null argv argv:1=9 9 0
other /dev/null argv argv:1=13 13 0
other /dev/null argv 'argv:1=3 argv:2=5' 3 5
other /dev/null argv 'argv:1=7' 7 0
record signals /dev/null 2 10
same 5 noted
other /dev/null argv 'argv:2=20 argv:1=5' 5 20

record ends /dev/null
same 3 events
for how in abort crash divide quick exit7 exit300; do other /dev/null argv "argc=2 argv:1=$how" $how; done
record ends /dev/null exit0
for how in abort crash divide quick exit7; do other /dev/null argv "argv:1=$how" $how; done
echo begin >begun
for how in loop deadlock; do
  rm -rf D1
  untouched "$derive" ends.rec D1 argv -- argv:1=$how >out 2>err
  cmp -s out begun || fail "ends $how: $(cat out err)"
  case $how in
  deadlock) [ "$(status_of)" = 124 ] || fail "a deadlock ended with $(status_of)" ;;
  loop) grep -q '^end endless' D1/outcome || fail "a loop ended: $(grep ^end D1/outcome)" ;;
  esac
  replays D1 2
done

record children /dev/null
same 3 events
record children /dev/null one
same 3 noted argv
other /dev/null argv argv:1=two two

# Pipes by name: what came from there comes again.
mkfifo one two.pipe
echo plain >plain
(printf 'a\nb\n' >one && echo c >two.pipe) &
record named /dev/null ../plain ../one ../plain ../two.pipe
wait $!
same 3 events
same 3 noted argv

# A connection from outside: the client is gone, what it sent is an input.
"$omen" cc -g -O1 -pthread "$sources/server.c" -o server || exit 1
port=$((20000 + $$ % 20000))
tree
cd "$work" || exit 1
name=server
(cd tree && exec "$omen" run -q --exact -o ../server.rec ../server $port >../recorded 2>../recorded.err </dev/null) &
python3 - $port <<'P' >client.out || fail "server: no client: $(cat recorded.err)"
import socket, sys, time
for i in range(200):
    try:
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        break
    except OSError:
        time.sleep(0.05)
s.sendall(b"hello\nwor")
s.recv(100)
s.sendall(b"ld\n")
s.shutdown(socket.SHUT_WR)
while s.recv(100):
    pass
P
wait $!
recorded=$?
same 3 events
same 3 events socket
expected_text=$'1 one\n2 two\n3 bye'
rm -rf D1
untouched "$derive" server.rec D1 socket -- "socket:0=$(printf 'one\ntwo\nquit\nmore\n')" >out 2>err
[ "$(cat out)" = "$expected_text" ] && [ "$(status_of)" = 7 ] || fail "server with another client: $(cat out err)"
replays D1 3

# What depends on an input still does so behind a pipe and a file.
"$omen" cc -g -O1 -pthread -w "$sources/flow.c" -o flow || exit 1
echo abcd | "$omen" run -q --exact -o flow.rec ./flow
rm -rf D1
"$derive" --symbolic ./flow flow.rec D1 stdin >out 2>err || fail "flow: $(cat err)"
"$build/tests/symbolic_show" D1 >shown
for e in 'BRANCH 0 (EQ1 stdin\[1\] 121)' 'BRANCH 0 (EQ1 stdin\[2\] 122)'; do
  grep -q "$e" shown || { fail "flow: no $e"; cat shown; }
done

# No call of the program leaves its process: the kernel sees only files opened for reading, the recording's own, and the
# process's memory, through which the runtime writes code (runtime/syscall/site.c).
if strace -f -o trace true 2>/dev/null; then
  for name in settings folders sockets; do
    rm -rf D1
    record $name /dev/null 2
    untouched strace -f -o trace -e trace=file,network,signal,process "$derive" $name.rec D1 argv >out 2>err
    python3 - trace "$work/D1" <<'P' || fail "$name: seen by the kernel"
import re, sys
target, bad = {}, []
for line in open(sys.argv[1], errors="replace"):
    m = re.match(r"(\d+) +(\w+)\((.*)", line)
    if not m:
        continue
    pid, call, rest = m.groups()
    if call in ("execve", "execveat") and ("/proc/self/fd/198" in rest or rest.startswith("198")):
        target[pid] = True
        continue
    if pid not in target:
        continue
    changes = re.match(r"(unlink|rename|mkdir|rmdir|link|symlink|truncate|chmod|fchmod|chown|mknod|bind|connect|listen|"
                       r"accept|sendto|sendmsg|kill|tgkill|fork|vfork|clone|utimensat|umount|mount)", call)
    opens = call.startswith("open") and re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC", rest)
    if changes or (opens and sys.argv[2] not in rest and '"/proc/self/mem"' not in rest):
        bad.append(line)
sys.stdout.write("".join(bad))
sys.exit(not target or bool(bad))
P
  done
fi

# Damage is an error, whatever it is.
name=arguments
record arguments /dev/null 1 2
rm -rf D0
"$derive" arguments.rec D0 argv >out 2>err
for f in inputs base.log log digest outputs; do
  cp -r D0 damaged
  printf 'x' | dd of=damaged/$f bs=1 seek=9 conv=notrunc 2>/dev/null
  expect 125 "$omen" replay damaged && one_line && says "damaged/$f"
  truncate -s 3 damaged/$f
  expect 125 "$omen" replay damaged && one_line && says "damaged/$f"
  rm damaged/$f
  expect 125 "$omen" replay damaged && one_line && says "damaged/$f"
  rm -rf damaged
done
rm -rf D1
for word in nothing env: env:A=B file: file:/nowhere/x file:/ socket socket:7; do
  "$derive" arguments.rec D1 $word >out 2>err
  [ $? -eq 3 ] && one_line || fail "$word: $(cat out err)"
  [ ! -e D1 ] || fail "$word: left a folder"
done

done_testing
