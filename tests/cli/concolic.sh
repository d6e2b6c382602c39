#!/usr/bin/env bash
# The concolic engine against native execution on random programs: a short selection (make soak has the long one).
# rooms: symbolic runtime/symbolic build, slow
. "$(dirname "$0")/run_common"
python3 "$here/../tools/concolic-oracle" "$omen" "$build" "$work/oracle" --first 1 --count 30 --runs 6 || fail "concolic"
python3 "$here/../tools/concolic-oracle" "$omen" "$build" "$work/cxx" --cxx --first 1 --count 15 --runs 6 || fail "concolic, C++"
done_testing
