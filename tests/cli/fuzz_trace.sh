#!/usr/bin/env bash
# A short run of the fuzzer over both trace formats, watch logs and all engines; an hour of it is in tests/soak.
# rooms: trace detect, slow
exec "$(dirname "$0")/../fuzz/run" "$2" 20
