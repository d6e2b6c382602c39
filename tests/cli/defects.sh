#!/usr/bin/env bash
# The corpus of planted defects: every one is found, at the right line, and replayed; nothing is reported on the twins.
# AddressSanitizer, the oracle of the memory part, runs in tests/soak.
# rooms: runtime/memory runtime/libc runtime/sync report, slow
set -eu
exec python3 "$(dirname "$0")/../defects/run" "$1" "$2" --opt O0,O2 --jobs 2
