#!/usr/bin/env bash
# Random memory errors against AddressSanitizer: a short selection (make soak has the long one).
# rooms: runtime/memory build, slow
. "$(dirname "$0")/run_common"
python3 "$here/../tools/memory-oracle" "$omen" "$work/oracle" --seed 1 --cases 24 || fail "memory errors"
done_testing
