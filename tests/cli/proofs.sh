#!/usr/bin/env bash
# No false proof: some of tests/proofs, whose whole `make soak` runs; and races that only another path has, some of
# tests/elsewhere.
# rooms: triage symbolic runtime/symbolic build, slow
set -eu
here=$(dirname "$0")
python3 "$here/../proofs/run" "$1" "$2/proofs" --share --jobs 1
python3 "$here/../elsewhere/run" "$1" "$2/elsewhere" --only long_option,line --jobs 1
