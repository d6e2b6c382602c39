#!/usr/bin/env bash
# A thread a job, thousands of them, each taking a lock, and one race: its report and its picture are made, though neither
# has room for a turn of every thread.
# rooms: report runtime/sched, quick
here=$(cd "$(dirname "$0")" && pwd)
. "$here/run_common"
cat >jobs.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long done, racy;
static void *first(void *p) {
  racy++;
  return p;
}
static void *job(void *p) {
  pthread_mutex_lock(&m);
  done++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t f, t;
  pthread_create(&f, 0, first, 0);
  for (int i = 0; i < 7000; i++) {
    pthread_create(&t, 0, job, 0);
    pthread_join(t, 0);
  }
  racy++;
  return done != 7000;
}
C
compile jobs -O1
expect 0 timeout 250 "$omen" run -q --json report.json -o rec ./jobs
json report.json 'any("racy" in str(x) for x in r["races"])'
expect 0 timeout 250 "$omen" report -q --html page.html rec
[ -s page.html ] || fail "no picture"
done_testing
