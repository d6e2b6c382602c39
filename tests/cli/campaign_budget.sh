#!/usr/bin/env bash
# Campaigns use what they were given: with --budget runs go on as long as nothing that matters was found, and those that
# show nothing new are not kept; a run that never ends takes no more than others show that it may.
# rooms: triage record, slow
. "$(dirname "$0")/run_common"

# Nothing to be found: it goes on behind 64 runs without news, until somebody stops it.
printf 'int main(void) { return 5; }\n' >quiet.c
compile quiet
"$omen" triage --budget 30m --json quiet.json -o quiet.dir -- ./quiet >out 2>err </dev/null &
pid=$!
runs() { grep -c '"name"' quiet.dir/campaign.json 2>/dev/null || true; }
for i in $(seq 3000); do
  n=$(runs)
  [ "${n:-0}" -ge 70 ] && break
  kill -0 $pid 2>/dev/null || break
  sleep 0.1
done
kill -TERM $pid 2>/dev/null
wait $pid
status=$?
[ $status -eq 0 ] || { fail "nothing was found, and it ended with $status"; cat err; }
# The signal may have come while the program ran: then it is the program's, too, and that last run has ended otherwise.
json quiet.json "len(r['runs']) >= 70 and all(u['end'] == 'exit' and u['status'] == 5 for u in r['runs'][:-1])"
json quiet.json "r['runs'][-1]['end'] == 'signal' or r['runs'][-1]['status'] == 5"
json quiet.json "all(u['recording'] for u in r['runs'][:64]) and all(u['recording'] is None for u in r['runs'][66:-1])"
[ "$(ls -d quiet.dir/run-* | wc -l)" -le 67 ] || fail "runs without news are kept: $(ls quiet.dir | wc -l)"
expect 0 "$omen" report --format json quiet.dir
cmp -s out quiet.json || fail "runs that were not kept are not there any more when the campaign is opened again"

# One that goes on for ever, in a campaign without a budget.
cat >mayhang.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static volatile int v;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  pthread_mutex_lock(&own);
  pthread_mutex_unlock(&own);
  atomic_store(&ready, 1);
  return p;
}
static void *looker(void *p) {
  while (atomic_load(&ready)) v++;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&b, 0, looker, 0);
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
C
compile mayhang
expect 1 "$omen" triage --runs 6 --json hang.json -o hang.dir -- ./mayhang
json hang.json "[f['consequence'] for f in r['findings']] == ['infinite-loop']"
json hang.json "' s of processor time; others took ' in r['findings'][0]['what']"
json hang.json "any(u['end'] == 'stopped' for u in r['runs']) and any(u['end'] == 'exit' for u in r['runs'])"
replay=$(python3 -c "import json; print(json.load(open('hang.json'))['findings'][0]['replay'])")
expect 143 "$omen" ${replay#omen }
# Making the variant does not count: runs are short, and there are many in a budget that preparing would use up.
{
  echo 'volatile int x[9];'
  for i in $(seq 40); do
    echo "void f$i(void) {"
    for k in $(seq 99); do echo "  x[$k % 7] += x[$k % 5];"; done
    echo '}'
  done
  echo 'int main(void) { return 0; }'
} >large.c
compile large
OMEN_CACHE=$PWD/cold OMEN_PIECE_SIZE=1 expect 0 "$omen" triage --budget 2s --json large.json -o large.dir -- ./large
json large.json "len(r['runs']) > 1"
done_testing
