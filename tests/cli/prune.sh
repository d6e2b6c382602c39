#!/usr/bin/env bash
# omen run --prune: the same races as without, memory errors of accesses that are pruned, watched memory; where nothing may be
# pruned. --check-prune is silent where the static analysis is right, and tells where it is not.
# rooms: static build cli, slow
. "$(dirname "$0")/run_common"

cat >prog.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int racy, locked, before;
static int *block;
static void *worker(void *arg) {
  racy++;
  pthread_mutex_lock(&lock);
  block[locked++]++;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(int argc, char **argv) {
  pthread_t a, b;
  racy = argc; /* pruned: before any thread; but watched, since others race there */
  block = malloc(10 * sizeof *block);
  for (int i = 0; i < 10; i++) block[i] = before++;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d %d\n", racy, block[0]);
#ifdef FREED
  free(block);
#endif
#ifdef BEHIND
  block += 10;
#endif
#if defined FREED || defined BEHIND
  block[before - 10] = 1;
#endif
  return 0;
}
C
# What a report says that pruning must not change.
told() {
  python3 - "$1" <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
print(sorted((x["id"], x["instances"]) for x in r["races"]), r["counters"]["defects"])
P
}
for level in -O0 -O2; do
  for how in NONE FREED BEHIND; do
    [ $level = -O0 ] && [ $how != NONE ] && continue
    "$omen" cc -g $level -pthread -D$how prog.c -o prog
    rm -rf all less
    "$omen" run -o all --json all.json -- ./prog >/dev/null 2>&1 || true
    "$omen" run --prune -o less --json less.json -- ./prog >/dev/null 2>err || true
    grep -Eq '^omen: [1-9][0-9]* of [0-9]+ accesses need no race check' err || fail "$level $how: nothing is pruned"
    [ "$(told all.json)" = "$(told less.json)" ] || fail "$level $how: $(told all.json), pruned $(told less.json)"
    json less.json 'r["races"]'
    [ $how = NONE ] || json less.json 'r["counters"]["defects"] == 1'
  done
done

# A pointer that goes byte by byte through a function is one of the things that the analysis does not follow (docs/scan.md).
cat >bytes.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static unsigned char bytes[sizeof(int *)];
static int n;
static void put_byte(unsigned char c) { bytes[n++] = c; }
static void (*volatile put)(unsigned char) = put_byte;
static void *worker(void *arg) {
  int *p;
  memcpy(&p, bytes, sizeof p);
  *p = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  int *p = malloc(sizeof *p);
  for (unsigned i = 0; i < sizeof p; i++) put(((unsigned char *)&p)[i]);
  pthread_create(&t, NULL, worker, NULL);
  *p = 2;
  pthread_join(t, NULL);
  return 0;
}
C
"$omen" cc -g -O0 -pthread bytes.c -o bytes
rm -rf rec
expect 125 "$omen" run --check-prune -o rec -- ./bytes
grep -q '^omen: DEFECT of pruning: bytes.c:[0-9]* in \(worker\|main\) races' err || fail "it is not told: $(cat err)"
"$omen" cc -g -O2 -pthread -DNONE prog.c -o prog
rm -rf rec
expect 0 "$omen" run --check-prune -o rec -- ./prog
! grep -q DEFECT err || fail "a defect is told where there is none"

# Code that comes later may use anything.
cat >opens.c <<'C'
#include <dlfcn.h>
int value;
int main(void) { return value++, dlopen("libm.so.6", RTLD_NOW) ? 0 : 1; }
C
"$omen" cc -g opens.c -o opens
rm -rf rec
expect 0 "$omen" run --prune -o rec -- ./opens
grep -q '^omen: not pruned: it opens libraries' err || fail "it is not told why nothing is pruned: $(cat err)"

# An analysis that takes too long is given up.
cat >long.cc <<'C'
#include <map>
#include <string>
int main() { return std::map<std::string, std::string>{{"a", "b"}}.count("b"); }
C
"$omen" c++ -g long.cc -o long
rm -rf rec
OMEN_PRUNE_MS=1 expect 0 "$omen" run --prune -o rec -- ./long
grep -q '^omen: not pruned: the analysis takes longer' err || fail "the analysis went on: $(cat err)"
done_testing
