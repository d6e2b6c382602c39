#!/usr/bin/env bash
# Explorations as forks of checkpoints: what a plan leads to is the same, to the byte, as in a fresh process; a plan
# that hangs or eats memory spoils nothing; killing the command leaves no process and, after the next, no folder.
# rooms: explore runtime/explore, slow
. "$(dirname "$0")/run_common"
both=$build/tests/explore_both
record() { expect "${2:-0}" "$omen" run --exact --quiet -o "$1.rec" -- "./$1"; }
# alike NAME [OPTIONS]: all plans for all its races are the same either way, and none needed a fresh process.
alike() {
  timeout 300 "$both" "$1.rec" "${@:2}" >out 2>err || { fail "$1: $(head -c 4000 err)"; return; }
  grep -Eq '^[1-9][0-9]* plans alike, [0-9]+ forked, 0 not$' out || fail "$1: $(cat out)"
}

# Everything at once before and between the races: output beyond any buffer, memory, threads that come and go, clocks,
# one instruction that touches the same place many times without an event, in both threads; races in every thread's very
# first instructions.
cat >much.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int first, loops[4], late, total;
char *block;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *p) {
  first = 1;
  for (int i = 0; i < 40; i++) loops[i % 4] += i;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&m);
    total++;
    pthread_mutex_unlock(&m);
    late = i;
  }
  block[1] = 1;
  return p;
}
static void *two(void *p) {
  int seen = first;
  for (int i = 0; i < 40; i++) seen += loops[i % 4];
  pthread_mutex_lock(&m);
  total += seen;
  pthread_mutex_unlock(&m);
  printf("%d %d %d\n", seen, late, block[1]);
  return p;
}
static void *idle(void *p) { return p; }
int main(void) {
  pthread_t a, b;
  struct timespec ts;
  char *text = malloc(1000);
  memset(text, 'x', 999);
  text[999] = 0;
  for (int i = 0; i < 700; i++) puts(text);
  for (int i = 0; i < 5; i++) {
    pthread_create(&a, 0, idle, 0);
    pthread_join(a, 0);
    clock_gettime(CLOCK_REALTIME, &ts);
    block = realloc(block, 100000 * (i + 1));
    memset(block, i, 100000 * (i + 1));
  }
  for (int i = 0; i < 2; i++) {
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
  }
  clock_gettime(CLOCK_MONOTONIC, &ts);
  printf("%d\n", total);
  free(text);
  return ts.tv_nsec < 0;
}
C
compile much -O1
record much
alike much --seeds 6
alike much --seeds 2 --debug
alike much --seeds 3 --jobs 1
alike much --seeds 6 --jobs 5

# Programs of the verdict corpus: crashes, deadlocks, loops, assertions, files, time, exceptions, signals.
for program in crash/check_then_use freed/ctrace deadlock/abba_flag deadlock/lost_wakeup loop/list_cycle \
  assertion/two_switches output/to_file output/exit_in_thread free/time free/pipe several/one_crashes single/handshake; do
  name=${program#*/}
  "$omen" cc -g -O2 -pthread "$here/../verdicts/$program.c" -o "$name" || fail "cannot compile $program"
  "$omen" run --exact --quiet -o "$name.rec" -- "./$name" >/dev/null 2>&1 </dev/null
  alike "$name" --seeds 5
  alike "$name" --seeds 2 --debug
done

# In one order it goes on for ever without an event; in the other it takes all memory there is.
cat >wild.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int mode = 1;
static void *set(void *p) {
  mode = 2;
  return p;
}
static void *use(void *p) {
  if (mode == 1)
    for (volatile char *more;; more[0] = 1) more = memset(malloc(1 << 20), 1, 1 << 20);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
C
compile wild -O1
record wild
"$both" wild.rec --ends --seeds 4 --memory 300 >out 2>err || fail "wild: $(cat err)"
[ "$(cat out)" = $'exit 4\nlost 4' ] || fail "wild: $(cat out)"
[ "$(grep -c 'lost: it took too much memory' err)" = 4 ] || fail "wild: $(cat err)"
cat >hang.c <<'C'
#include <pthread.h>
volatile int mode = 1;
static void *set(void *p) {
  mode = 2;
  return p;
}
static void *use(void *p) {
  if (mode == 1) __asm__ volatile("1: jmp 1b");
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
C
compile hang -O1
record hang
"$both" hang.rec --ends --seeds 2 --seconds 1 >out 2>err || fail "hang: $(cat err)"
[ "$(cat out)" = $'exit 2\nsignal 2' ] || fail "hang: $(cat out)"

# Killed at any moment: no process of the target is left; what is left in the folder for scratch goes with the next run.
left() { # processes that run, or are, the target of this test
  for p in /proc/[0-9]*; do
    case $(readlink "$p/cwd" 2>/dev/null) in
    "$work/killed"*) echo "${p#/proc/}" ;;
    esac
  done
}
mkdir killed tmp
(cd killed && "$omen" run --exact --quiet -o ../again.rec -- ../much >/dev/null)
for delay in 0.01 0.03 0.05 0.08 0.1 0.15 0.2 0.3 0.5; do
  (cd killed && TMPDIR=$work/tmp exec "$both" ../again.rec --seeds 50) >/dev/null 2>&1 &
  pid=$!
  sleep $delay
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  for i in 1 2 3 4 5 6 7 8 9 10; do
    [ -z "$(left)" ] && break
    sleep 0.2
  done
  [ -z "$(left)" ] || { fail "killed after $delay s: processes $(left | tr '\n' ' ')are left"; kill -9 $(left); }
done
mkdir tmp/omen-making.killed # caught in the microseconds before it had its name
TMPDIR=$work/tmp "$omen" replay --quiet again.rec >/dev/null || fail "replay after kills"
[ -z "$(ls tmp)" ] || fail "left in the folder for scratch: $(ls tmp)"

for bad in -1 x ''; do
  expect 2 "$omen" classify --jobs "$bad" much.rec
  one_line
done
"$omen" classify --quiet --jobs 3 --json three.json much.rec
"$omen" classify --quiet --jobs 1 --json one.json much.rec
diff <(grep -v '"seconds"' one.json) <(grep -v '"seconds"' three.json) || fail "verdicts depend on the number of jobs"
done_testing
