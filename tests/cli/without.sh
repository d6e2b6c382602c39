#!/usr/bin/env bash
# omen run and triage --without: what synchronises on a line is left out, in pairs, also through wrappers and the C++
# library; the report says so, and what that opens; replays and explorations have the same.
# rooms: expect runtime/sync, slow
. "$(dirname "$0")/run_common"

# memcached's experiment in a small version: the lock of the statistics, and one that protects nothing else.
cat >memc.c <<'C'
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER, spare_lock = PTHREAD_MUTEX_INITIALIZER;
static long gets;
static void STATS_LOCK(void) { pthread_mutex_lock(&stats_lock); } // @WRAPPER
static void STATS_UNLOCK(void) { pthread_mutex_unlock(&stats_lock); }
static void *worker(void *p) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&spare_lock); // @SPARE
    STATS_LOCK();                    // @CALL
    gets++;
    STATS_UNLOCK(); // @GIVE
    pthread_mutex_unlock(&spare_lock);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0); // @CREATE
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("%ld\n", gets); // @PRINT
  return 0;
}
C
line() { grep -n "@$2\$" "$1" | cut -d: -f1; }
for level in -O0 -O2; do
  compile memc $level
  # Either lock is enough.
  for what in SPARE WRAPPER CALL; do
    at=memc.c:$(line memc.c $what)
    expect 0 "$omen" triage --json one.json -o one.rec --without "$at" -- ./memc
    says "WITHOUT $at: what synchronises there was left out, 12 times."
    says "without $at, no race was seen"
    json one.json "r['without'] == {'lines': ['$at'], 'operations': 12} and not r['races']"
    prints 6
  done
  # Without both, increments get lost.
  expect 1 "$omen" triage --json both.json -o both.rec --without memc.c:"$(line memc.c SPARE)" \
    --without memc.c:"$(line memc.c CALL)" -- ./memc
  says "left out, 24 times"
  says "harmful"
  json both.json "any(a['class'] == 'output-differs' and a['location']['name'] == 'gets' for a in r['races'])"
  id=$(python3 -c "import json; print(next(a['id'] for a in json.load(open('both.json'))['races'] if a['class'] == 'output-differs'))")
  expect 0 "$omen" replay both.rec --race "$id" --order alternate
  expect 0 "$omen" replay --check both.rec
  expect 0 "$omen" report both.rec
  grep -q "^WITHOUT memc.c:" out || fail "the report does not say what was left out"
  expect 1 "$omen" triage --runs 2 --json runs.json -o runs --without memc.c:"$(line memc.c SPARE)" \
    --without memc.c:"$(line memc.c CALL)" -- ./memc
  json runs.json "r['without']['operations'] == 48"
  # Naming the unlock leaves its lock out as well, from the second time on.
  expect 0 "$omen" run -o give.rec --without memc.c:"$(line memc.c GIVE)" --without memc.c:"$(line memc.c SPARE)" -- ./memc
  says "race on \`gets\`"
  # Nothing is left out, nothing is said.
  expect 0 "$omen" triage --json none.json -o none.rec -- ./memc
  json none.json "not r['races'] and 'without' not in r"
done

# All kinds of operations; each in a program that needs it, and has no race with it.
cat >kinds.c <<'C'
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <threads.h>
int shared, last;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t sem, start;
static mtx_t mtx;
static pthread_barrier_t barrier;
static atomic_int flag;
static void *work(void *p) {
  switch (*(int *)p) {
  case 0:
    pthread_rwlock_wrlock(&rw); // @RW
    shared++;
    pthread_rwlock_unlock(&rw);
    break;
  case 1:
    pthread_spin_lock(&spin); // @SPIN
    shared++;
    pthread_spin_unlock(&spin);
    break;
  case 2:
    sem_wait(&sem); // @SEM
    shared++;
    sem_post(&sem);
    break;
  case 3:
    mtx_lock(&mtx); // @MTX
    shared++;
    mtx_unlock(&mtx);
    break;
  }
  return p;
}
static void *before(void *p) {
  last = 1;
  pthread_barrier_wait(&barrier); // @BARRIER
  return p;
}
static void *after(void *p) {
  pthread_barrier_wait(&barrier); // @BARRIER2
  last = 2;
  return p;
}
static void *set(void *p) {
  last = 1;
  atomic_store_explicit(&flag, 1, memory_order_release); // @STORE
  return p;
}
static void *get(void *p) {
  if (atomic_load_explicit(&flag, memory_order_acquire)) last = 2; // @LOAD
  return p;
}
int main(int n, char **names) {
  int which = names[1][0] - '0';
  pthread_t t[2];
  pthread_spin_init(&spin, 0);
  sem_init(&sem, 0, 1);
  sem_init(&start, 0, 0);
  mtx_init(&mtx, mtx_plain);
  pthread_barrier_init(&barrier, 0, 2);
  void *(*one)(void *) = which == 4 ? before : which == 5 ? set : work;
  void *(*two)(void *) = which == 4 ? after : which == 5 ? get : work;
  pthread_create(&t[0], 0, one, &which);
  pthread_create(&t[1], 0, two, &which);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return n == 0;
}
C
compile kinds -O1
kind() { # ARGUMENT MARK...: a race with these left out, and none without
  local arguments=() m
  for m in "${@:2}"; do arguments+=(--without "kinds.c:$(line kinds.c "$m")"); done
  expect 0 "$omen" run -q --json with.json -o with.rec -- ./kinds "$1"
  json with.json "not r['races']"
  expect 0 "$omen" run -q --json kind.json -o kind.rec "${arguments[@]}" -- ./kinds "$1"
  json kind.json "r['races'] and r['without']['operations'] > 0"
  expect 0 "$omen" replay -q kind.rec
}
kind 0 RW
kind 1 SPIN
kind 2 SEM
kind 3 MTX
kind 4 BARRIER BARRIER2
kind 5 STORE
kind 5 LOAD

# Waiting for a condition: as if woken for nothing. The mutex that was not taken is not given up either.
cat >cond.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *wait(void *p) {
  pthread_mutex_lock(&m);                     // @LOCK
  while (!ready) pthread_cond_wait(&c, &m);   // @WAIT
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wait, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c); // @SIGNAL
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
C
compile cond -O0
expect 0 "$omen" run -q --json cond.json -o cond.rec --strategy random --seed 3 --without cond.c:"$(line cond.c WAIT)" -- ./cond
json cond.json "not r['races']"
expect 0 "$omen" run -q --json cond.json -o cond.rec --strategy random --seed 3 --without cond.c:"$(line cond.c LOCK)" -- ./cond
json cond.json "[a['location']['name'] for a in r['races']] == ['ready'] or len(r['races']) > 0"
expect 0 "$omen" replay --check cond.rec

# C++: the line of the guard counts, not those of the library.
cat >guard.cc <<'C'
#include <atomic>
#include <mutex>
#include <thread>
static std::mutex m;
static long n;
static void work() {
  for (int i = 0; i < 2; i++) {
    std::lock_guard<std::mutex> guard(m); // @GUARD
    n++;
  }
  std::unique_lock<std::mutex> own(m); // @UNIQUE
  n++;
  own.unlock();
}
int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  return n == 6 ? 0 : 1;
}
C
for level in -O0 -O2; do
  "$omen" c++ -g $level -pthread guard.cc -o guard || fail "cannot compile guard.cc"
  expect 0 "$omen" run -q --json guard.json -o guard.rec --without guard.cc:"$(line guard.cc GUARD)" -- ./guard
  json guard.json "r['races'] and r['without']['operations'] == 8"
  expect 0 "$omen" run -q --json guard.json -o guard.rec --without guard.cc:"$(line guard.cc UNIQUE)" -- ./guard
  json guard.json "r['races'] and r['without']['operations'] == 4"
done

# What is not right is one line, and nothing is left behind.
wrong() { # FILE:LINE TEXT
  expect 2 "$omen" triage -o bad.rec --without "$1" -- ./memc
  one_line
  says "$2"
  [ ! -e bad.rec ] || fail "$1: something is left behind"
}
wrong memc.c:"$(line memc.c PRINT)" "no synchronisation on that line; near it: line"
wrong memc.c:"$(line memc.c CREATE)" "pthread_create cannot be left out"
wrong nosuch.c:3 "no synchronisation in a file of that name; there is some in memc.c"
for text in memc.c memc.c: :7 memc.c:x memc.c:0 memc.c:-3 memc.c:99999999999999999999; do wrong "$text" "FILE:LINE"; done
done_testing
