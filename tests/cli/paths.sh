#!/usr/bin/env bash
# The corpus of multi-path analysis (tests/paths): what one path shows, and that the labels are right.
. "$(dirname "$0")/run_common"
python3 "$here/../paths/run" "$omen" "$build" --single --opt O0,O2 --jobs 2 || fail "paths"
done_testing
