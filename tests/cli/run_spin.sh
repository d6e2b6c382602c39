#!/usr/bin/env bash
# A library that is not instrumented waits in a loop without a system call: the run goes on, its replays are it, its race
# gets a verdict; and one that only works for long is the same run in every replay, too. An instrumented library is the
# program's own code: it is not stopped.
# rooms: runtime/sched, slow
. "$(dirname "$0")/run_common"
cat >lib.c <<'C'
void lib_wait(volatile int *flag, int value) { while (*flag != value); }
unsigned lib_work(unsigned n) {
  unsigned v = 1;
  for (volatile unsigned i = 0; i < n; i++) v = v * 1664525 + 1013904223;
  return v;
}
C
cat >spin.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
void lib_wait(volatile int *flag, int value);
unsigned lib_work(unsigned n);
int flag, last;
static void *waits(void *p) {
  last = 1;
  for (int i = 0; i < 2; i++) {
    lib_wait(&flag, 2 * i + 1);
    __atomic_store_n(&flag, 2 * i + 2, __ATOMIC_RELEASE);
  }
  return p;
}
static void *sets(void *p) {
  last = 2;
  for (int i = 0; i < 2; i++) {
    __atomic_store_n(&flag, 2 * i + 1, __ATOMIC_RELEASE);
    lib_wait(&flag, 2 * i + 2);
  }
  return p;
}
static void *works(void *p) {
  printf("%u\n", lib_work(600000000));
  return p;
}
int main(int argc, char **argv) {
  pthread_t t[3];
  int n = 0;
  if (argc > 1) pthread_create(&t[n++], 0, works, 0);
  pthread_create(&t[n++], 0, waits, 0);
  pthread_create(&t[n++], 0, sets, 0);
  while (n) pthread_join(t[--n], 0);
  printf("%d\n", flag);
  if (last == 1) abort();
  return 0;
}
C
clang-19 -O2 -shared -fPIC lib.c -o libspin.so || fail "cannot make the library"
compile spin -O1 -L. -lspin "-Wl,-rpath,$PWD"
expect 1 timeout 1200 "$omen" triage -q --json r.json -o spins -- ./spin
prints 4
json r.json "[(x['location']['name'], x['consequence']) for x in r['races']] == [('last', 'assertion')]"
for mode in "" work; do
  rm -rf rec
  expect 0 timeout 600 "$omen" run -o rec -- ./spin $mode
  says "was stopped there"
  cp out want
  for _ in 1 2 3; do
    expect 0 timeout 600 "$omen" replay -q rec
    cmp -s out want || fail "a replay prints something else"
  done
done

# Two that work at once are stopped again and again; a replay, which stops them more seldom, makes up for it.
cat >both.c <<'C'
#include <pthread.h>
#include <stdio.h>
unsigned lib_work(unsigned n);
static unsigned result[2];
static void *works(void *p) { return *(unsigned *)p = lib_work(1500000000), p; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, works, &result[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("%u %u\n", result[0], result[1]);
  return 0;
}
C
compile both -O1 -L. -lspin "-Wl,-rpath,$PWD"
expect 0 timeout 600 "$omen" run -o both.rec -- ./both
says "was stopped there"
cp out want
expect 0 timeout 600 "$omen" replay -q both.rec
cmp -s out want || fail "a replay of both prints something else"

cat >own.c <<'C'
unsigned long own_work(unsigned n);
unsigned long own_work(unsigned n) {
  unsigned long s = 1;
  for (unsigned i = 0; i < n; i++) s = s * 6364136223846793005ul + (s >> 33) + i;
  return s;
}
C
cat >uses.c <<'C'
#include <pthread.h>
#include <stdio.h>
unsigned long own_work(unsigned n);
static void *f(void *arg) { return puts("other"), arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, f, NULL);
  printf("%d\n", own_work(700000000) != 0);
  pthread_join(t, NULL);
  return 0;
}
C
"$omen" cc -O1 -g -fPIC -shared own.c -o libown.so || fail "cannot make the library"
compile uses -O1 -L. -lown "-Wl,-rpath,$PWD"
expect 0 timeout 600 "$omen" run -o own.rec -- ./uses
says_not "was stopped there"
prints "1
other"
# Two threads that take a mutex by turns, one of them in a loop: that the same state comes again is seen, and another
# schedule ends the loop. What the runtime leaves on the stack of a thread that waits must not hide it.
"$omen" cc -std=gnu17 -g -O2 -pthread -o through "$here/../corpus/spin/through_call_ok.c" || fail "through_call_ok.c"
expect 0 "$omen" run --exact --quiet --time-limit 20s -o through.rec -- ./through
done_testing
