#!/usr/bin/env bash
# A search that arrives: some of tests/search, whose whole `make soak` runs.
# rooms: triage symbolic explore runtime/explore, slow
set -eu
here=$(dirname "$0")
python3 "$here/../search/run" "$1" "$2/search" --share --jobs 1 --least 80 --seconds 60
