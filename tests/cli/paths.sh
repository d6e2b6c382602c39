#!/usr/bin/env bash
# The corpus of multi-path analysis (tests/paths): what one path shows, what others do, and that the evidence is right.
# rooms: triage symbolic runtime/symbolic, slow
. "$(dirname "$0")/run_common"
python3 "$here/../paths/run" "$omen" "$build" --parts single,multi --opt O2 --jobs 2 --limit 300 || fail "paths, -O2"
python3 "$here/../paths/run" "$omen" "$build" --parts multi --opt O0 --jobs 2 --limit 300 || fail "paths, -O0"
done_testing
