#!/usr/bin/env bash
# A program or two of each folder of the corpus: the default strategy and one other, each run replayed. All: corpus.sh.
# rooms: runtime/shadow runtime/sync runtime/sched runtime/memory runtime/fiber detect, quick
set -eu
some=atomic/cas_lock_ok.c,atomic/cas_lock_race.c,c11/cnd_race.c,cxx/atomic_flag_race.cpp,deadlock/ab_ba_deadlock.c,
some+=fence/seqlock_ok.c,futex/mutex_race.c,ipc/semop_lock_ok.c,library/pipe_race.c,memory/bitfield_ok.c,memory/heap_race.c,
some+=modules/dlopen_race.c,pthread/barrier_ok.c,pthread/barrier_same_phase_race.c,scale/own_stack_race.c,
some+=shb/figure2_race.c,signal/sigqueue_ok.c,spin/volatile_race.c
exec python3 "$(dirname "$0")/../corpus/run" "$1" "$2/quick" --opt O2 --replays 1 --seeds 1 --seed-replays 1 --jobs 1 --filter "$some"
