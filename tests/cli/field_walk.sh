#!/bin/bash
# A program in the field, from the compiler to results: a race is met in both orders, what a lock orders is not one, the
# program's output is its own, and its machine code is that of an ordinary build.
# rooms: field, quick
. "$(dirname "$0")/cc_common"
CLIENT=$(dirname "$OMEN")/../lib/omen/libomen-field.so
cat >prog.c <<'END'
#include <stdio.h>
#include <pthread.h>
static int racy;
static long locked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
  (void)unused;
  for (int i = 0; i < ROUNDS; i++) {
    racy++;
    pthread_mutex_lock(&lock);
    locked++;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%ld %d\n", locked, racy > 0);
  return 0;
}
END
place() { printf '{"op":"write","file":"prog.c","line":%s}' "$1"; }
cat >candidates.json <<END
{"version":1,"candidates":[
 {"id":"racy","location":{"name":"racy"},"accesses":[$(place 9),$(place 9)]},
 {"id":"locked","location":{"name":"locked"},"accesses":[$(place 11),$(place 11)]},
 {"id":"nowhere","location":{"name":"?"},"accesses":[$(place 9),$(place 99)]}]}
END
text() { objcopy -O binary -j .text "$1" "$1.text"; }
for level in 0 1 2; do
  check "-O$level" "$OMEN" cc -O$level -DROUNDS=100000 prog.c -o prog
  check "-O$level: ship" "$OMEN" ship prog --candidates candidates.json -o out
  grep -q '2 of 3 candidates can be watched' out.log || fail "-O$level: $(cat out.log)"
  clang-19 -O$level -DROUNDS=100000 prog.c -o plain
  text plain; text out; text prog
  [ $level = 0 ] || cmp plain.text prog.text || fail "-O$level: the code is not clang's own" # main at -O0: plugin/scopes.cpp
  cmp prog.text out.text || fail "-O$level: the code of what is shipped is another"
  sed -i "s/^task .*/& tau=200 instances=all/" out.tasks; printf "budget 30\nwaits 100\n" >>out.tasks # so short a program has little CPU time of its own
  rm -f results
  same "-O$level: output" "200000 1" "$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 ./out)"
  grep '"end":true' results >ends
  grep '"racy"' ends | grep '"result":"Race"' | grep -q '"first":true,"second":true' || fail "-O$level: racy: $(cat ends)"
  grep '"locked"' ends | grep '"result":"NoRace"' | grep -q '"unordered":false' || fail "-O$level: locked: $(cat ends)"
  grep -q '^unwatched nowhere an access was merged' out.tasks || fail "-O$level: nowhere: $(cat out.tasks)"
  strip out
  rm -f results
  same "-O$level: stripped" "200000 1" "$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 ./out)"
  grep -q '"racy","result":"Race"' results || fail "-O$level: stripped: $(cat results)"
done
# another program than that of the sites file: nothing happens
check "another" "$OMEN" cc -O2 -DROUNDS=99999 prog.c -o other
cp out.sites other.sites
rm -f results
same "another: output" "199998 1" "$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 ./other)"
[ -e results ] && fail "another program was looked at: $(cat results)"
finish
