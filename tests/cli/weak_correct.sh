#!/bin/bash
# Correct programs stay silent under tso and weak (tests/weak/correct), known broken algorithms are told and their mended twins not
# (tests/weak/run): a sample. All in `make soak`.
# rooms: runtime/weak triage classify, slow
set -u
omen=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
failed=0

# Whoever waits in std::latch is seen by who counts down; barriers: a search that does not end keeps its limit.
some=corpus/cxx/latch_ok.cpp,corpus/cxx/barrier_ok.cpp,corpus/ipc/file_lock_ok.c,corpus/ipc/loopback_ok.c
"$here/weak/correct" "$omen" "$work/some" --opt O1 --limit 100 --filter "$some" || failed=1
"$here/weak/correct" "$omen" "$work/sample" --opt O2 --sample 7/42 || failed=1
# What waits in the kernel: a futex is looked at behind a full fence.
"$here/weak/run" "$omen" --opt O1 futex_lock || failed=1
"$here/weak/run" "$omen" --opt O0 --sample 3/12 --no-remedies || failed=1
"$here/weak/run" "$omen" --opt O2 --sample 8/12 --no-remedies || failed=1
exit $failed
