#!/usr/bin/env bash
# The corpus: every program at -O0 and -O2, by the default strategy and two others, each run replayed.
# The long campaign (1,000 replays, 1,000 seeds) is tests/soak's.
# rooms: runtime/shadow runtime/sync runtime/sched runtime/memory detect, slow
set -eu
exec python3 "$(dirname "$0")/../corpus/run" "$1" "$2" --opt O0,O2 --replays 2 --seeds 3 --seed-replays 1 --jobs 2
