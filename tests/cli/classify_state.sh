#!/usr/bin/env bash
# The replay analyzer (--method state): memory after the two sequencing regions, in both orders.
# rooms: classify explore runtime/explore, quick
. "$(dirname "$0")/run_common"
program() { # NAME GLOBALS BODY...: two threads run BODY with `me` 1 and 2, then main ends
  cat >"$1.c" <<C
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
$2
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  int me = (int)(long)arg;
  $3
  return me ? NULL : arg;
}
int main(void) {
  pthread_t t[2];
  $4
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
C
}
# states NAME CONDITION: of the race on which most is known (s: its states).
states() {
  for level in -O0 -O2; do
    compile "$1" $level
    rm -rf rec
    expect 0 "$omen" run --quiet --exact -o rec -- "./$1"
    expect 0 "$omen" classify --quiet --method state --json j.json rec
    json j.json "(lambda races: races and all((lambda s: $2)({**r['states'], 'differ': r['states_differ'], 'class': r['class']}) for r in races))([r for r in r['races'] if r['schedulable']])"
  done
}
same="s['no_state_change'] and not s['state_change'] and not s['replay_failure'] and s['differ'] is False and s['class'] == 'unclassified'"
change="s['state_change'] and not s['no_state_change'] and s['differ'] is True"
failure="s['replay_failure'] and not s['state_change'] and not s['no_state_change']"

program redundant 'int flag;' 'flag = 1;' ''
states redundant "$same"
program last 'int last;' 'last = me;' ''
states last "$change"
program bits 'unsigned bits;' 'bits |= 1u << me;' '' # an update can be lost
states bits "s['state_change']"
program heap 'char *block;' 'memset(block, me, 100);' 'block = calloc(100, 1);'
states heap "$change"
program heap_same 'char *block;' 'memset(block, 7, 100);' 'block = calloc(100, 1);'
states heap_same "$same"
# What was written is written over before the regions end: no trace is left.
program undone 'int x;' 'x = me; if (me == 2) x = 9; else x = 9;' ''
states undone "$same"
# The other order cannot be had: the second thread waits for the flag.
program waits 'volatile int ready; int data;' 'if (me == 1) { data = 1; ready = 1; } else { while (!ready) continue; data = 2; }' ''
compile waits -O1
rm -rf rec
expect 0 "$omen" run --quiet --exact -o rec -- ./waits
expect 0 "$omen" classify --quiet --method state --json j.json rec
json j.json "(lambda s: $failure)([r for r in r['races'] if r['location']['name'] == 'data'][0]['states'])"

# Portend's verdicts have it beside them, and it is read back; a method that is none is told.
expect 0 "$omen" triage --quiet --json j.json -o triage.rec -- ./last
json j.json "r['races'][0]['class'] == 'k-witness-harmless' and r['races'][0]['states_differ'] is True"
expect 0 "$omen" report --format json triage.rec
json out "r['races'][0]['states']['state_change'] >= 1"
expect 2 "$omen" classify --method guess rec
one_line
done_testing
