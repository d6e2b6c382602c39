#!/usr/bin/env bash
# A program of each folder of the verdict corpus, its evidence replayed once. All: verdicts.sh.
# rooms: classify explore runtime/explore, quick
set -eu
some=assertion/lost_update.c,crash/null_publish.c,deadlock/lost_wakeup.c,free/pipe.c,freed/use.c,harmless/double_checked.c,
some+=invariant/balance.c,lines/numbered.c,lines/detour_ok.c,locks/counter.c,loop/stop_overwritten.c,misuse/destroy.c,output/last_writer.c,overflow/heap.c,
some+=several/one_crashes.c,single/handshake.c,undefined/divide.c,world/own_files.c
exec python3 "$(dirname "$0")/../verdicts/run" "$1" "$2/quick" --opt O2 --replays 1 --jobs 1 --filter "$some"
