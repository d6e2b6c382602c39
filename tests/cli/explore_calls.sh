#!/usr/bin/env bash
# The world of an exploration answers as the kernel does: explore_calls.c makes random calls on files, folders, pipes,
# sockets and eventfds before and after a race, and prints what each gave. The recorded run has it from the kernel, a
# replay of the evidence from the world in memory.
# rooms: runtime/world runtime/syscall, quick
. "$(dirname "$0")/run_common"
cp "$here/explore_calls.c" .
compile explore_calls -O1
compare() { # compare SEED CALLS-BEFORE CALLS-AFTER
  local race
  chmod -R u+rwX here 2>/dev/null
  rm -rf here rec && mkdir -p here/d && (cd here && echo hello >a && head -c 6000 /dev/zero | tr '\0' q >b && echo in >d/a && ln -s e l)
  (cd here && "$omen" triage --quiet --json ../r.json -o ../rec -- ../explore_calls "$@") >run.txt 2>err.txt
  [ $? -eq 1 ] || fail "seed $1: triage: $(tail -3 err.txt)"
  race=$(python3 -c "import json; print(json.load(open('r.json'))['races'][0]['id'])")
  (cd here && "$omen" replay --quiet ../rec --race "$race" --order primary) >primary.txt 2>err.txt || fail "seed $1: replay"
  [ "$(wc -l <run.txt)" -gt "$3" ] || fail "seed $1: only $(wc -l <run.txt) lines"
  diff run.txt primary.txt >diff.txt || { fail "seed $1: kernel and exploration differ:"; head -6 diff.txt; }
}
for seed in 1 6 21 33; do compare $seed 150 300; done
compare 61 200 600
compare 63 200 600
compare 46 0 900
compare 53 900 10
done_testing
