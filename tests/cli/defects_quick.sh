#!/usr/bin/env bash
# One planted defect of each kind, found and replayed, and its correct twin. All: defects.sh.
# rooms: runtime/memory runtime/libc runtime/sync runtime/invariant report, quick
set -eu
some=arithmetic/divide.c,check/null.c,deadlock/ring.c,free/by_other_thread.c,free/delete_twice.cpp,global/memcpy.c,
some+=heap/by_thread.c,heap/fgets.c,invariant/field.c,loop/flag.c,misuse/join_twice.c,potential/opposite_order.c,
some+=stack/after_return.c,uninit/heap_field.c
exec python3 "$(dirname "$0")/../defects/run" "$1" "$2/quick" --opt O2 --jobs 1 --filter "$some"
