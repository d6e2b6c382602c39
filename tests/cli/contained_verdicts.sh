#!/usr/bin/env bash
# Verdicts of runs made again, contained (docs/verdicts.md): what the verdict corpus says of each program holds there,
# too, and the evidence replays. All of it: tests/verdicts/run --derive.
# rooms: classify runtime/world, slow
omen=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMEN_CACHE=$work/cache
verdicts=$(dirname "$0")/../verdicts/run
for pattern in 'world/[p-s]*' 'assertion/[l-r]*' 'output/[a-d]*' 'harmless/st*' 'deadlock/lost*' 'loop/[a-f]*' 'freed/use*' 'free/*e.c'; do
  "$verdicts" "$omen" "$work/v" --opt O2 --derive "$build/tests/derive" --filter "$pattern" || exit 1
done
