#!/usr/bin/env bash
# omen run: the report of a racy program in text and JSON, options, exit statuses, what is left alone.
# rooms: cli report record runtime, quick
. "$(dirname "$0")/run_common"
cat >race.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct part { long pad; int refs; };
static struct part table[4];
static int *block;
static void bump(void) { table[2].refs++; }
static void *work(void *arg) {
  bump();
  block[3] += 1;
  return NULL;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  char line[100] = "";
  block = calloc(5, sizeof *block);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  if (fgets(line, sizeof line, stdin)) printf("read %s", line);
  printf("%d %d %s\n", table[2].refs, block[3], argc > 1 ? argv[1] : "");
  fprintf(stderr, "to stderr\n");
  return argc > 1 ? atoi(argv[1]) : 0;
}
C
compile race -O0
expect 0 "$omen" run -o rec --json j.json -- ./race
prints "2 2 "
says "to stderr"
says "DATA RACE: race on \`table[2].refs\`"
says "The two accesses (4 bytes, global, defined at race.c:5"
says "race.c:7"
says "table[2].refs++"
says "#1 work $PWD/race.c:9"
says "Location is heap block of size 20 "
says "created by main thread at:"
says "SUMMARY: "
json j.json "r['version'] == 1 and r['program'] == ['./race'] and r['memory_model'] == 'sc' and r['seed'] == 1"
json j.json "{x['location']['kind'] for x in r['races']} == {'global', 'heap'}"
json j.json "all(len(x['accesses']) == 2 and x['id'] and x['instances'] >= 1 for x in r['races'])"
json j.json "len({x['id'] for x in r['races']}) == len(r['races'])"
json j.json "all(a['file'] == 'race.c' and a['line'] in (7, 10) for x in r['races'] for a in x['accesses'])"
json j.json "all(x['accesses'][0]['thread'] != x['accesses'][1]['thread'] for x in r['races'])"
json j.json "all('write' in [a['op'] for a in x['accesses']] for x in r['races'])"
json j.json "r['seconds']['run'] > 0 and r['seconds']['run_cpu'] > 0 and 'classify' not in r['seconds']"
json j.json "r['end'] == {'how': 'exit', 'status': 0} and r['counters']['events'] > 0"
cmp -s j.json rec/report.json || fail "--json and report.json differ"

# ids stay when lines shift, and from run to run
{ echo "/* moved */"; echo; sed 's/bump();/;\n  bump();/' race.c; } >moved.c
mkdir other && mv moved.c other/race.c
(cd other && "$omen" cc -g -O0 -pthread race.c -o race && "$omen" run -q -o rec --json ../k.json -- ./race >/dev/null 2>&1)
ids() { python3 -c "import json; print(sorted(x['id'] for x in json.load(open('$1'))['races']))"; }
[ "$(ids j.json)" = "$(ids k.json)" ] || fail "ids differ after lines were added: $(ids j.json) $(ids k.json)"

# exit status, arguments, input
expect 7 "$omen" run --quiet -o rec ./race 7
prints "2 2 7"
[ "$(cat err)" = "to stderr" ] || fail "--quiet is not quiet: $(cat err)"
echo hello | "$omen" run -q -o rec ./race >out 2>err
grep -q "read hello" out || fail "standard input did not reach the program"
expect 0 "$omen" run --json - -q -o rec -- ./race
python3 -c "import json; t=open('out').read(); json.loads(t[t.index('{'):])" || fail "--json - gave no JSON"

# recording names, and replacing one
expect 0 "$omen" run ./race && says "omen-race.rec" && [ -f omen-race.rec/manifest.json ] || fail "no omen-race.rec"
expect 0 "$omen" run ./race && says "omen-race-2.rec" && [ -f omen-race-2.rec/manifest.json ] || fail "no omen-race-2.rec"
mkdir -p bin && cp race bin/found-on-path
expect 0 env PATH="$work/bin:$PATH" "$omen" run -q -o rec found-on-path
expect 0 "$omen" run --no-detect -o rec ./race
says_not "data race"

# every strategy, and a seed
for s in run rr random pct; do
  expect 0 "$omen" run --strategy $s --seed 5 --json s.json -q -o rec-$s -- ./race
  json s.json "r['strategy'] == '$s' and r['seed'] == 5 and len(r['races']) > 0"
  expect 0 "$omen" replay rec-$s
done

# the report again
expect 0 "$omen" report rec-rr && grep -q "SUMMARY" out || fail "omen report: no text"
expect 0 "$omen" report rec-rr --format json && python3 -m json.tool out >/dev/null || fail "omen report: no JSON"

# at -O2 the block becomes a variable `s.body`, and its two neighbours may be read at once: named as the program names it
cat >names.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct s { long pad; int total, left; };
static struct s *s;
static long sum[2];
static void *reads(void *arg) {
  sum[0] += s->total;
  sum[1] += s->left;
  return NULL;
}
static void *writes(void *arg) {
  s->left--;
  return NULL;
}
int main(void) {
  pthread_t t[2];
  s = calloc(1, sizeof *s);
  pthread_create(&t[0], NULL, reads, NULL);
  pthread_create(&t[1], NULL, writes, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%ld\n", sum[0] + sum[1]);
}
C
for level in -O0 -O1 -O2; do
  compile names $level
  expect 0 "$omen" run -o "rec-names$level" -- ./names
  says "DATA RACE: race on \`s->left\`"
done

# a descriptor is told by its number
cat >pipe.c <<'C'
#include <unistd.h>
int main(void) {
  int p[2];
  char c;
  return pipe(p) || read(p[0], &c, 1) != 1;
}
C
compile pipe
"$omen" run -o rec-pipe ./pipe >out 2>err </dev/null
says 'waits for descriptor `3`:'

# a correct program: nothing to say
cat >clean.c <<'C'
#include <pthread.h>
#include <stdio.h>
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  printf("%d\n", n);
}
C
compile clean -O2
expect 0 "$omen" run -o rec-clean --json c.json ./clean
prints 300
says_not WARNING
json c.json "r['races'] == []"
done_testing
