#!/bin/bash
# What a program may do to itself while sites stand: children of every kind, limits, other users and roots, small stacks, sandboxes, masks by
# an instruction of its own (tests/field/nasty.c): output and end are those of the program alone. The client leaves it where it must.
# rooms: field, slow
HERE=$(realpath "$(dirname "$0")")
. "$(dirname "$0")/cc_common"
CLIENT=$(realpath "$(dirname "$OMEN")/../lib/omen/libomen-field.so")
cp "$HERE/../field/nasty.c" prog.c
place() { grep -n "// $1\$" prog.c | sed 's/:.*//; s/.*/{"op":"write","file":"prog.c","line":&}/'; }
{ printf '{"candidates":['; for c in "trap trap" "jump jump" "trap jump"; do set -- $c; [ "$c" = "trap trap" ] || printf ,
  printf '{"id":"%s_%s","accesses":[%s,%s]}' "$1" "$2" "$(place "$1")" "$(place "$2")"; done; echo ']}'; } >candidates.json
check "build" "$OMEN" cc -O1 prog.c -o prog -lpthread
check "ship" "$OMEN" ship prog --candidates candidates.json -o out
{ sed 's/^task.*/& instances=all tau=5/' out.tasks; printf 'budget 100\nwaits 20\n'; } >all.tasks
run() { (exec 2>/dev/null; timeout -s KILL 60 "$@"; echo "$?") 2>/dev/null; } # the shell says who crashed
for way in $(grep -v define prog.c | sed -n 's/[^W]*WAY(\([a-z_]*\))[^W]*/\1 /gp'); do
  rm -f results
  want=$(run ./out $way)
  same "$way" "$want" "$(OMEN_SITES=$PWD/out.sites OMEN_TASKS=$PWD/all.tasks OMEN_RESULTS=$PWD/results LD_PRELOAD=$CLIENT run ./out $way)"
  case $way in # where an end is told, and what by
    sandbox*) why="limits its system calls" ;;
    alternate_small) why="an alternate signal stack is small" ;;
    raw_mask) why="a thread blocks SIGTRAP" ;;
    executes | other_root | nothing | aborts) continue ;; # aborts: the program has a handler
    faults) why='"crash":11' ;;
    *) why='"hits":[1-9]' ;;
  esac
  grep -q "$why" results || fail "$way: $(cut -c1-200 results)"
done
# a results pipe that nobody reads holds up neither the program nor its crash; nor does an agent that accepts nobody
mkfifo pipe
same "pipe" "$(run ./out faults)" "$(OMEN_TASKS=all.tasks OMEN_RESULTS=pipe LD_PRELOAD=$CLIENT run ./out faults)"
python3 - "$PWD/deaf" <<'END' &
import socket, sys, time
s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
s.bind(sys.argv[1])
s.listen(0)
others = [socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(3)]
for o in others:
    o.setblocking(False)
    o.connect_ex(sys.argv[1])
time.sleep(60)
END
deaf=$!
for _ in $(seq 100); do [ -S deaf ] && break; sleep 0.05; done
sleep 0.3
start=$(date +%s%N)
same "deaf agent" "$(run ./out forked)" "$(OMEN_AGENT=$PWD/deaf LD_PRELOAD=$CLIENT run ./out forked)"
[ $((($(date +%s%N) - start) / 1000000)) -lt 20000 ] || fail "an agent that accepts nobody holds up the program"
kill $deaf
# another sites file in the place of that which is in use
(sleep 0.2; : >out.sites) &
same "cut sites" "$(run ./out short_lives)" "$(OMEN_TASKS=all.tasks LD_PRELOAD=$CLIENT run ./out short_lives)"
wait
finish
