#!/usr/bin/env bash
# A program of each folder of the corpus of multi-path analysis: what other inputs do. All: paths.sh.
# rooms: triage symbolic runtime/symbolic explore, quick
set -eu
some=all/clamped.c,blameless/prints_the_input.c,compare/average.c,fault/index.c,format/csv.c,length/long_line.c,
some+=number/range.c,option/figure_4.c,pruned/locked.c,string/magic.c,together/numbers.c
exec python3 "$(dirname "$0")/../paths/run" "$1" "$2/quick" --parts multi --opt O2 --replays 1 --jobs 1 --filter "$some"
