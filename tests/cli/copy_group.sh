#!/usr/bin/env bash
# One copy against many fields is one mistake: the first of its races is judged in full, the others briefly, and each says so.
# What a brief look finds counts all the same.
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
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, copier, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef NEEDED
  if (!to.NEEDED) abort();
#endif
}
C
"$omen" cc -g -O0 -pthread copy.c -o copy || fail "cannot compile"
expect 0 "$omen" triage --json report.json -o rec -- ./copy
json report.json "len(r['races']) == 18 and [g['kind'] for g in r['groups']] == ['copy']"
json report.json "all(x['class'] == 'k-witness-harmless' for x in r['races'])"
json report.json "sum('tried briefly' in x['what'] for x in r['races']) == 17"
json report.json "all(x['k'] < y['k'] for x in r['races'] if 'tried briefly' in x['what'] for y in r['races'] if 'tried briefly' not in y['what'])"
# Who asks for more gets it for each.
expect 0 "$omen" classify --schedules 3 --json more.json rec
json more.json "not any('tried briefly' in x['what'] for x in r['races'])"

# One of the fields matters.
"$omen" cc -g -O0 -DNEEDED=q -pthread copy.c -o copy || fail "cannot compile"
expect 1 "$omen" triage --json report.json -o rec -- ./copy
json report.json "[x['location']['name'] for x in r['races'] if x.get('consequence') == 'assertion' or x.get('consequence') == 'crash'] == ['from.q']"
done_testing
