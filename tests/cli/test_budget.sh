#!/usr/bin/env bash
# omen test --budget with nine programs, 144 races: the budget holds although those of the first three never come to an end when
# they are flipped, and it is shared out: each of the others has verdicts.
# rooms: triage cli, slow
. "$(dirname "$0")/run_common"
program() { # NAME WHAT: sixteen races; WHAT a thread does that finds a variable set
  local i
  echo '#include <pthread.h>'
  echo '#include <stdlib.h>'
  for i in {0..15}; do echo "static int $1_$i;"; done
  cat <<'C'
static void pause_a_little(void) {
  volatile int spent = 0;
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&own);
  for (int i = 0; i < 1000; i++) spent += i;
  pthread_mutex_unlock(&own);
}
static void *look(void *p) {
C
  for i in {0..15}; do echo "  $2 ($1_$i == 1) pause_a_little();"; done
  printf '  return p;\n}\nstatic void *set(void *p) {\n'
  for i in {0..15}; do echo "  $1_$i = 1;"; done
  cat <<'C'
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, look, 0);
  pthread_create(&t[1], 0, set, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
C
}
for i in {1..9}; do
  if [ $i -le 3 ]; then program v$i while; else program v$i if; fi >p$i.c
  compile p$i
done
"$omen" prepare ./p[1-9] >/dev/null 2>&1
before=$(date +%s%N)
"$omen" test --no-prepare --budget 10s --json t.json --html t.html -o t -- sh -c 'for i in 1 2 3 4 5 6 7 8 9; do ./p$i; done' >out 2>err
took=$((($(date +%s%N) - before) / 1000000))
[ $took -lt 15000 ] || fail "a budget of 10 s: $took ms"
json t.json "len(r['runs']) == 9 and len(r['races']) == 144"
json t.json "all(any(x.get('class') for x in r['races'] if x['location']['name'].startswith('v%d_' % i)) for i in range(4, 10))"
says "the budget was over"
done_testing
