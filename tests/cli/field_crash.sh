#!/bin/bash
# A crash of a program with many threads, deep in their stacks: the report is whole JSON, with the one that crashed, as many others as fit, and
# how long it took.
# rooms: field, quick
. "$(dirname "$0")/cc_common"
CLIENT=$(realpath "$(dirname "$OMEN")/../lib/omen/libomen-field.so")
cat >prog.c <<'END2'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int shared, deep, asleep;
static int *volatile nowhere;
static int down(int n) {
  if (n) return down(n - 1) + 1;
  __atomic_fetch_add(&deep, 1, __ATOMIC_RELAXED);
  for (;;) {
    shared = n; // the site
    if (asleep) pause();
  }
}
static void *work(void *unused) {
  down(40);
  return unused;
}
int main(int argc, char **argv) {
  pthread_t t;
  int n = atoi(argv[1]);
  asleep = argc > 2;
  for (int i = 0; i < n; i++) pthread_create(&t, NULL, work, NULL);
  while (deep < n) usleep(1000);
  *nowhere = 1;
  return 0;
}
END2
ship_site -O0 -fno-omit-frame-pointer
for n in 1 60 "60 asleep"; do
  rm -f results
  OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 ./out $n
  same "$n threads: status" 139 $?
  python3 - ${n% *} <<'END2' || fail "$n threads: $(grep crash results | cut -c1-300)"
import json, sys
crash = [j for j in map(json.loads, open("results")) if "crash" in j]
assert len(crash) == 1 and crash[0]["crash"] == 11 and crash[0]["took_us"] > 0
threads = len(crash[0]["threads"])
print(threads, "stacks,", crash[0]["left_out"], "left out,", crash[0]["took_us"], "us")
assert threads >= 1 and threads + crash[0]["left_out"] >= int(sys.argv[1])
END2
done
finish
