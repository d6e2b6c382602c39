#!/usr/bin/env bash
# The labelled programs of omen scan (tests/static): no race missed, no candidate without a reason.
# rooms: static, slow
set -u
exec "$(cd "$(dirname "$0")" && pwd)/../static/run" "$1" "$2/tests"
