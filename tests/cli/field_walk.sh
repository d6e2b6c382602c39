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
  for try in 1 2 3; do # on a busy machine a thread may be done before the other comes again
    rm -f results
    same "-O$level: output" "200000 1" "$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 ./out)"
    grep '"end":true' results >ends
    grep -q '"racy".*"first":true,"second":true' ends && break
  done
  grep '"racy"' ends | grep '"result":"Race"' | grep -q '"first":true,"second":true' || fail "-O$level: racy: $(cat ends)"
  grep '"locked"' ends | grep '"result":"NoRace"' | grep -q '"unordered":false' || fail "-O$level: locked: $(cat ends)"
  grep -q '^unwatched nowhere an access was merged' out.tasks || fail "-O$level: nowhere: $(cat out.tasks)"
  strip out
  rm -f results
  same "-O$level: stripped" "200000 1" "$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 ./out)"
  grep -q '"racy","result":"Race"' results || fail "-O$level: stripped: $(cat results)"
done
# into a folder that is not there yet, and run as ship says
check "as told: ship" "$OMEN" ship prog --candidates candidates.json -o new/folder/out
rm -f results
same "as told: output" "200000 1" "$(sh -c "$(sed -n 's/^omen: LD_PRELOAD/LD_PRELOAD/p' out.log)")"
grep -q '"racy","result"' results || fail "as told: $(cat out.log)"
# the compiler was given the file by way of another folder, as it finds headers of C++; reports name it without that
mkdir x
check "dots" "$OMEN" cc -O1 -DROUNDS=1000 x/../x/./../prog.c -o dots
sed "s|\"prog.c\"|\"$PWD/prog.c\"|g" candidates.json >whole.json
check "dots: ship" "$OMEN" ship dots --candidates whole.json -o out
grep -q '2 of 3 candidates can be watched' out.log || fail "dots: $(cat out.log)"
# more tasks than a process takes: each takes others
{ printf '{"candidates":['; for i in $(seq 100); do [ "$i" = 1 ] || printf ,; printf '{"id":"c%d","accesses":[%s,%s]}' "$i" "$(place 9)" "$(place 9)"; done; echo ']}'; } >many.json
check "many: ship" "$OMEN" ship prog --candidates many.json -o out
rm -f results
for i in 1 2 3; do same "many: output" "200000 1" "$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 ./out)"; done
same "many: left out" 3 "$(grep -c '"note":"tasks left out","why":"36, this process has 64 others"' results)"
[ "$(grep -o '"task":"c[0-9]*"' results | sort -u | wc -l)" -gt 64 ] || fail "many: always the same tasks"
# its end by quick_exit is told, too
{ echo '#include <stdlib.h>'; sed 's/return 0;/fflush(stdout); quick_exit(0);/' prog.c; } >quick.c
check "quick_exit" "$OMEN" cc -O1 -DROUNDS=1000 quick.c -o quick
sed 's/"prog.c","line":9\b/"quick.c","line":10/g' candidates.json >quick.json
check "quick_exit: ship" "$OMEN" ship quick --candidates quick.json -o out
rm -f results
same "quick_exit: output" "2000 1" "$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 ./out)"
grep -q '"racy".*"end":true' results || fail "quick_exit: $(cat results)"
# another program than that of the sites file: nothing happens
check "another" "$OMEN" cc -O2 -DROUNDS=99999 prog.c -o other
cp out.sites other.sites
rm -f results
same "another: output" "199998 1" "$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 ./other)"
[ -e results ] && fail "another program was looked at: $(cat results)"
finish
