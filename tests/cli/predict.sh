#!/usr/bin/env bash
# Predicted races and deadlocks, each found from one recorded run and then run, and no twin reported: tests/predict.
# rooms: triage report classify, slow
set -eu
exec python3 "$(dirname "$0")/../predict/run" --omen "$1" --build "$2"
