#!/usr/bin/env bash
# omen run --time-limit: a run that does not end is ended, its recording is whole, and the replay ends at the same event.
# rooms: runtime/sched cli, slow
. "$(dirname "$0")/run_common"

cat >hang.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
static atomic_int stop;
static volatile int v;
static void *spin(void *p) {
  while (!stop) v++; /* or it would be proved to be endless */
  return p;
}
static void quit(int sig) { _exit(7); }
int main(int argc, char **argv) {
  const char *how = argv[1];
  pthread_t t;
  if (!strcmp(how, "sleep")) pause();
  if (!strcmp(how, "ignore")) signal(SIGTERM, SIG_IGN);
  if (!strcmp(how, "handle")) signal(SIGTERM, quit);
  while (strcmp(how, "spin") && strcmp(how, "ends")) v++;
  if (!strcmp(how, "spin")) {
    pthread_create(&t, 0, spin, 0);
    pthread_join(t, 0);
  }
  return 0;
}
C
compile hang
for how in tight sleep spin; do
  for limit in 0.05 0.11 0.3; do
    expect 143 "$omen" run --time-limit $limit -o $how.rec -- ./hang $how
    expect 143 "$omen" replay --check $how.rec && says "the same in all its"
  done
done
expect 7 "$omen" run --time-limit 0.2s -o handle.rec -- ./hang handle
expect 7 "$omen" replay handle.rec
expect 137 "$omen" run --time-limit 0.2s -o ignore.rec -- ./hang ignore
says "killed by signal 9"
expect 137 "$omen" replay ignore.rec
expect 0 "$omen" run --time-limit 1h -o ends.rec -- ./hang ends
for bad in 0 -1 5x 1e9 nan inf '' 5mm; do
  expect 2 "$omen" run --time-limit "$bad" -- ./hang ends
  one_line
done
# triage and test have the limit, too, and say what ended the program; it is judged
expect 0 "$omen" triage --time-limit 0.5s --json limited.json -o limited.rec -- ./hang spin
says "TIME LIMIT: the program was ended after"
says_not "SIGNAL"
json limited.json 'r["end"]["time_limit"] and not r.get("findings")'
expect 143 "$omen" replay --check limited.rec && says "the same in all its"
expect 0 timeout 100 "$omen" triage --time-limit 0.5s --runs 2 -o limited.runs -- ./hang spin
expect 1 timeout 100 "$omen" test --no-prepare --time-limit 0.5s -o limited.test -- ./hang tight
says "the command ended with status 143"
done_testing
