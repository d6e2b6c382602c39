#!/usr/bin/env bash
# System calls of all kinds (tests/calls): what they return under omen run is what they return natively, and the same in
# replays, and in explorations, where they are answered by a world in memory.
# rooms: runtime/syscall runtime/world, slow
. "$(dirname "$0")/run_common"
same() { # FILE FILE WHAT: but for the line that the race decides
  diff <(grep -v '^racy' "$1") <(grep -v '^racy' "$2") >differences || fail "$3: $(head -20 differences)"
}
for source in "$here"/../calls/*.c; do
  name=$(basename "$source" .c)
  expect 0 clang-19 -w -O1 -pthread "$source" -o "$name.native" -lrt
  expect 0 "$omen" cc -w -g -O1 -pthread "$source" -o "$name" -lrt
  mkdir -p here && cd here || exit 1
  timeout 60 "../$name.native" >../native.out </dev/null || fail "$name: natively: $?"
  timeout 120 "$omen" run -q -o "../$name.rec" -- "../$name" >../run.out </dev/null || fail "$name: run: $?"
  cd .. && rm -rf here
  same native.out run.out "$name, run"
  timeout 120 "$omen" replay "$name.rec" >replay.out 2>replay.err || fail "$name: replay: $? $(cat replay.err)"
  cmp -s run.out replay.out || fail "$name: the replay writes something else: $(diff run.out replay.out | head)"
  grep -q '^// CALLS: not explored' "$source" && continue
  timeout 120 "$omen" classify -q --json "$name.json" "$name.rec" >/dev/null 2>&1
  race=$(python3 -c 'import json, sys
print(*(r["id"] for r in json.load(open(sys.argv[1]))["races"] if r.get("class") == "output-differs" and r["location"]["name"] == "racy"))' "$name.json")
  [ -n "$race" ] || fail "$name: the race that decides what is written was not found to do so"
  timeout 120 "$omen" replay "$name.rec" --race "$race" >explored.out 2>explored.err || fail "$name: exploration: $? $(tail -5 explored.err)"
  grep -q '^racy 1' explored.out || fail "$name: not the flipped order: $(head -1 explored.out)"
  same native.out explored.out "$name, exploration"
done
done_testing
