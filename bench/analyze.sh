#!/usr/bin/env bash
# Race engines on large traces: bench/analyze.sh BUILD [--full] [-o FILE]. See bench/analyze.py.
set -eu
build=$1
shift
exec python3 "$(dirname "$0")/analyze.py" "$build/bin/omen" "$@"
