#!/usr/bin/env bash
# The second pass ends where one thread is left that has joined all others; what comes later is told all the same: how the
# run ended, its output, a bad access with where its block was made. A thread that nobody waited for is waited with.
# rooms: runtime/shadow runtime/sched, quick
. "$(dirname "$0")/run_common"
cat >alone.c <<'X'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int counter;
static atomic_int gone;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *a) {
  counter++;
  atomic_store_explicit(&gone, 1, memory_order_relaxed);
  return a;
}
static void go_on(void) {
  for (int i = 0; i < 10000; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
}
int main(int argc, char **argv) {
  pthread_t t[2];
  const char *how = argc > 1 ? argv[1] : "";
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    if (strcmp(how, "detached")) pthread_join(t[i], 0);
    else pthread_detach(t[i]);
  while (!atomic_load_explicit(&gone, memory_order_relaxed)) usleep(100);
  go_on();
  puts("over");
  fflush(stdout);
  if (!strcmp(how, "abort")) abort();
  if (!strcmp(how, "again")) {
    pthread_create(&t[0], 0, work, 0);
    counter++;
    pthread_join(t[0], 0);
  }
  char *block = malloc(8);
  volatile int past = strcmp(how, "bad") ? 7 : 8;
  block[past] = 1;
  return 3;
}
X
compile alone
watched() { sed -n 's/^counter events //p' rec/outcome.watch; }
all() { sed -n 's/^counter events //p' rec/outcome; }
early() { grep -q '^end seen$' rec/outcome.watch && [ "$(watched)" -lt 1000 ]; }
late() { grep -q '^end exit 3$' rec/outcome.watch && [ "$(watched)" -eq "$(all)" ]; }

expect 3 "$omen" run --json report.json -o rec -- ./alone
prints over
early || fail "the second pass went on: $(watched) of $(all) events"
[ "$(all)" -gt 20000 ] || fail "few events"
grep -q '"id"' report.json || fail "no race"
expect 3 "$omen" replay rec

expect 134 "$omen" run -o rec -- ./alone abort
early || fail "the second pass went on to the abort"
says "data race"
expect 134 "$omen" replay -q rec

# With a thread that comes later, all is looked at but for what follows its end.
expect 3 "$omen" run -q -o rec -- ./alone again
grep -q '^end seen$' rec/outcome.watch && [ "$(watched)" -gt 20000 ] || fail "again: $(watched) of $(all) events"

# Where the block of a bad access was made is found to the end.
expect 3 "$omen" run -o rec -- ./alone bad
late || fail "bad: the second pass did not come to the bad access"
says "It was allocated by the main thread:"

# Nobody knows that these have ended: what they did races with all that follows.
expect 3 "$omen" run -q --json report.json -o rec -- ./alone detached
late || fail "detached: $(watched) of $(all) events"
python3 -c 'import json; assert any(r["instances"] > 5000 for r in json.load(open("report.json"))["races"])' || fail "detached: races are missing"
done_testing
