#!/usr/bin/env bash
# One copy against many fields is one mistake: one of its races is judged in full; one exploration flips the copy against all
# the others at once, and puts it right at each. Only where that shows something is a race judged by itself.
# rooms: triage report classify, quick
. "$(dirname "$0")/run_common"

cat >copy.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct context { int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r; } from, to;
static void *writer(void *x) {
  from.a = from.b = from.c = from.d = from.e = from.f = from.g = from.h = from.i = 1;
  from.j = from.k = from.l = from.m = from.n = from.o = from.p = from.q = from.r = 1;
  return x;
}
static void *copier(void *x) {
  memcpy(&to, &from, sizeof to);
  return x;
}
int main(void) {
  pthread_t a, b;
#ifdef COPY_FIRST
  pthread_create(&b, 0, copier, 0);
  pthread_create(&a, 0, writer, 0);
#else
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, copier, 0);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef NEVER
  if (NEVER) abort();
#endif
}
C
# Of 18 races one is judged in full. The other 17 take 8 schedules of each order, and one run each.
together='[x for x in r["races"] if "judged together" in x["what"]]'
for order in '' -DCOPY_FIRST; do
  "$omen" cc -g -O0 -pthread $order copy.c -o copy || fail "cannot compile"
  expect 0 "$omen" triage --json report.json -o rec -- ./copy
  json report.json "len(r['races']) == 18 and [g['kind'] for g in r['groups']] == ['copy']"
  json report.json "all(x['class'] == 'k-witness-harmless' for x in r['races'])"
  json report.json "len($together) == 17 and all(x['k'] == 9 and 'all 18 accesses' in x['what'] for x in $together)"
done
# Who asks for more gets it for each.
expect 0 "$omen" classify --schedules 3 --json more.json rec
json more.json "not $together"

# What matters is found: one of the fields; the copy before or behind all of them; and right between two.
harmful='[x["location"]["name"] for x in r["races"] if x.get("consequence") == "assertion"]'
try() { # CONDITION ORDER: the guilty
  "$omen" cc -g -O0 "-DNEVER=$1" $2 -pthread copy.c -o copy || fail "cannot compile"
  expect 1 "$omen" triage --json report.json -o rec -- ./copy
}
try '!to.q' ''
json report.json "$harmful == ['from.q']"
try '!to.a && !to.r' ''
json report.json "$harmful == ['from.a'] and not $together"
try 'to.a && to.r' -DCOPY_FIRST
json report.json "'from.r' in $harmful"
try 'to.h != to.i' ''
json report.json "set($harmful) & {'from.h', 'from.i'}"
done_testing
