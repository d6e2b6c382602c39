#!/usr/bin/env bash
# omen run: how a program's end is passed on: signals, deadlocks, signals sent to omen, omen dying.
# rooms: runtime record cli, quick
. "$(dirname "$0")/run_common"
cat >ends.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static void *one(void *arg) {
  pthread_mutex_lock(&first);
  pthread_barrier_wait(&both);
  pthread_mutex_lock(&second);
  return arg;
}
static void *two(void *arg) {
  pthread_mutex_lock(&second);
  pthread_barrier_wait(&both);
  pthread_mutex_lock(&first);
  return arg;
}
static void handler(int sig) { _exit(40 + sig); }
__attribute__((noinline)) static int look(const volatile int *p) { return *p; }
int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  puts("started");
  fflush(stdout);
  if (!strcmp(how, "segv")) *(volatile int *)8 = 1;
  if (!strcmp(how, "wild")) printf("%d\n", look((const volatile int *)0xbe000000000000be));
  if (!strcmp(how, "abort")) abort();
  if (!strcmp(how, "wait") || !strcmp(how, "handle")) {
    if (!strcmp(how, "handle")) signal(SIGTERM, handler);
    for (;;) pause();
  }
  if (!strcmp(how, "deadlock")) {
    pthread_t t[2];
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&t[0], NULL, one, NULL);
    pthread_create(&t[1], NULL, two, NULL);
    pthread_join(t[0], NULL);
  }
  return 0;
}
C
compile ends -O1
expect 139 "$omen" run -o rec ./ends segv
says "signal 11"
says "main ends.c:27"
expect 139 "$omen" replay rec
says "SIGNAL: the program died of signal 11" # who asks to see it happen sees it
# No cell is there for such an address: a check that is a call of its own faults in the program's place.
for how in "" --exact; do
  expect 139 "$omen" run $how -o rec ./ends wild
  says "#0 look ends.c:22"
  says "main ends.c:28"
done
expect 134 "$omen" run -o rec ./ends abort
expect 134 "$omen" replay rec
expect 124 "$omen" run -o rec --json d.json ./ends deadlock
says "DEADLOCK"
says "Thread T1 waits for mutex \`second\`, held by thread T2"
says "Thread T2 holds mutex \`second\`"
says "ends.c:12"
json d.json "r['end']['how'] == 'deadlock' and len(r['end']['waits']) == 3 and len(r['end']['holds']) == 2"
expect 124 "$omen" replay rec
says "DEADLOCK: no thread can go on"
expect 124 "$omen" replay -q rec
says_not "DEADLOCK"

# a signal sent to omen reaches the program
await() { for _ in $(seq 200); do grep -q started out && return 0; sleep 0.05; done; return 1; }
send() { # SIGNAL HOW WANTED
  rm -f out
  "$omen" run -q -o rec ./ends "$2" >out 2>err &
  local pid=$!
  await || fail "the program did not start"
  kill -"$1" $pid
  wait $pid
  local got=$?
  [ $got -eq "$3" ] || { fail "after SIG$1: $got, not $3"; cat err; }
}
send TERM handle 55
expect 55 "$omen" replay rec
send TERM wait 143
send HUP wait 129

# when omen dies, the program does
rm -f out
"$omen" run -q -o rec ./ends wait >out 2>err &
pid=$!
await
for _ in $(seq 200); do [ "$(stat -c %s rec/digest)" -gt 10 ] && break; sleep 0.05; done
child=$(ps -o pid= --ppid $pid | tr -d ' ')
kill -9 $pid
wait $pid 2>/dev/null
for _ in $(seq 100); do [ -d /proc/"${child:-none}" ] || break; sleep 0.05; done
[ -n "$child" ] && [ ! -d /proc/"$child" ] || fail "the program outlived omen"
expect 137 "$omen" replay rec # run_killed.sh has more
says "this recording was interrupted"
expect 0 "$omen" run -q -o rec ./ends || fail "an interrupted recording is not replaced"
done_testing
