#!/usr/bin/env bash
# Memory and recordings do not grow with the length of a run (tests/long/run; `make soak` does it for minutes).
# rooms: runtime/shadow runtime/memory record, slow
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
OMEN_CACHE=${OMEN_CACHE:-$work/cache} "$(dirname "$0")/../long/run" "$2" --quick --work "$work"
