#!/usr/bin/env bash
# What each kind of synchronisation promises holds on many schedules, orders what it must (no race is seen in either
# program), and replays. sync_threads.c: pthreads, with signals and cancellation; sync_cxx.cc: what C++ builds on them.
# rooms: runtime/sync runtime/sched, slow
here=$(cd "$(dirname "$0")" && pwd)
. "$here/run_common"
cp "$here/sync_threads.c" threads.c
compile threads -O1 -D_GNU_SOURCE
"$omen" c++ -std=c++20 -g -O1 -pthread "$here/sync_cxx.cc" -o cxx || { fail "cannot compile sync_cxx.cc"; exit 1; }
try() { # PROGRAM STRATEGY SEED
  rm -rf rec
  expect 0 "$omen" run -q --strategy "$2" --seed "$3" --json report.json -o rec "./$1" || return
  prints "all right"
  json report.json 'r["races"] == []'
  expect 0 "$omen" replay -q rec && prints "all right"
}
for program in threads cxx; do
  try $program run 1
  try $program rr 1
  for seed in 1 2 3; do
    try $program random $seed
    try $program pct $seed
  done
done
done_testing
