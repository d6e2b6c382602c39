#!/usr/bin/env bash
# omen outcomes: all outcomes of small programs (tests/outcomes), also with nothing left out, and each replays; sampled
# schedules; a program that is too large; the command line.
# rooms: cli triage explore runtime/explore, quick
. "$(dirname "$0")/run_common"

"$here/../outcomes/check" "$omen" --replay --only locks --only print --only spin >checked || fail "$(cat checked)"
"$here/../outcomes/check" "$omen" --whole --only order >checked || fail "$(cat checked)"

cp "$here/../outcomes/order.c" .
"$omen" cc -g -O1 -pthread order.c -o order
expect 0 "$omen" outcomes --runs 20 -o some.rec --json some.json -- ./order
json some.json "not r['exhaustive'] and r['runs'] == 20 and sum(o['runs'] for o in r['outcomes']) == 20"
json some.json "all(sorted(o['stdout'].strip()) == ['1', '2', '3'] for o in r['outcomes'])"
says "20 schedules were sampled"
expect 125 "$omen" replay some.rec --outcome 99
says "there is no outcome 99"
expect 2 "$omen" outcomes --exhaustive --runs 3 -- ./order
expect 2 "$omen" outcomes
expect 4 "$omen" outcomes -- ./is-not-there

cat >many.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x[4];
static void *work(void *p) {
  for (int i = 0; i < 40; i++) x[i % 4] += (int)(long)p;
  return 0;
}
int main(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, work, (void *)(i + 1));
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return 0;
}
C
"$omen" cc -g -O1 -pthread many.c -o many
expect 0 "$omen" outcomes --exhaustive --budget 1s -o many.rec --json many.json -- ./many
json many.json "not r['exhaustive'] and r['search']['stopped'] > 0"
says "may not be all: the search was stopped"
done_testing
