#!/usr/bin/env bash
# A library that is not instrumented waits in a loop without a system call: the run goes on, its replays are it, its race
# gets a verdict; and one that only works for long is the same run in every replay, too.
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
done_testing
