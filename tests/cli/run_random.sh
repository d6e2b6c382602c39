#!/usr/bin/env bash
# Random numbers of the processor (rdrand, rdseed, std::random_device) are recorded: a replay has the same. What is still not
# seen (inline assembly) makes replays diverge, and then no command that judges ends with 0.
# rooms: runtime/libc build triage, quick
. "$(dirname "$0")/run_common"

cat >random.cpp <<'C2'
#include <cstdio>
#include <immintrin.h>
#include <random>
#include <thread>
static int hits;
static void f() {
  hits++;
  std::random_device d;
  unsigned short a = 0;
  unsigned b = 0;
  unsigned long long c = 0, s = 0;
  int ok = _rdrand16_step(&a) + _rdrand32_step(&b) + _rdrand64_step(&c) + _rdseed64_step(&s);
  printf("%u %u %u %llu %llu %d\n", d(), a, b, c, s, ok);
}
int main() {
  std::thread t(f), u(f);
  t.join();
  u.join();
  return 0;
}
C2
for flags in -O0 -O2 "-O1 -static-libstdc++"; do
  "$omen" c++ -g $flags -mrdrnd -mrdseed -pthread random.cpp -o random || fail "cannot compile with $flags"
  expect 0 "$omen" run -o rec -- ./random
  cp out recorded
  [ "$(sort -u out | wc -l)" = 2 ] && [ "$(grep -c ' 4$' out)" = 2 ] || fail "$flags: $(cat out)"
  for i in 1 2; do
    expect 0 "$omen" replay --check rec
    cmp -s out recorded || fail "$flags: another output in the replay: $(cat out)"
  done
  expect 0 "$omen" run -o other -- ./random
  ! cmp -s out recorded || fail "$flags: not random at all: $(cat out)"
done
expect 0 "$omen" triage -o rec -- ./random

# Not seen.
cat >hidden.c <<'C2'
#include <pthread.h>
#include <stdio.h>
static int hits;
static void *f(void *arg) {
  unsigned long long n;
  hits++;
  __asm__ volatile("1: rdrand %0; jnc 1b" : "=r"(n) : : "cc");
  printf("%llu\n", n);
  fflush(stdout);
  return arg;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, f, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
C2
grep -qw rdrand /proc/cpuinfo || { done_testing; }
compile hidden -O0
expect 3 "$omen" triage -o rec -- ./hidden && says "diverged"
expect 125 "$omen" replay rec
done_testing
