#!/bin/bash
# A process that goes on running: tasks come to it and leave it by the agent's page, without a restart; first the pair is
# looked for, then validated; waits grow with each timeout; its stacks are to be had without disturbing it; Ctrl-C, SIGTERM,
# an exit and a crash are reported, and the process ends as it would have.
# rooms: field cli, slow
. "$(dirname "$0")/cc_common"
CLIENT=$(dirname "$OMEN")/../lib/omen/libomen-field.so
cat >prog.c <<'END2'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static volatile int racy, late, apart[2], alone;
#ifndef STEP
#define STEP 1
#endif
static long locked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *volatile nowhere;
static volatile int turns;
static long slept, interrupted;
static void *sleeper(void *unused) { // stands in a system call: nothing may end it early
  struct timespec t = {.tv_nsec = 300000000};
  while (turns < 0 || slept < 8) {
    interrupted += nanosleep(&t, NULL) != 0;
    slept++;
  }
  return unused;
}
static void *work(void *number) {
  long me = (long)number;
  for (int i = 0; i < turns; i++) {
    racy = i; // racy
    late = i; // late
    apart[me] = i; // apart
    if (!me) alone = i; // alone
    pthread_mutex_lock(&lock);
    locked += STEP; // locked
    pthread_mutex_unlock(&lock);
    usleep(1000);
  }
  return NULL;
}
int main(int argc, char **argv) {
  pthread_t t[3];
  turns = atoi(argv[1]);
  pthread_create(&t[2], NULL, sleeper, NULL);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  printf("%ld %ld\n", locked, interrupted);
  if (argc > 2) *nowhere = 1;
  return 7;
}
END2
# apart: three stores of one line that never meet in memory; alone: one thread
place() { printf '{"op":"write","file":"prog.c","line":%s}' "$(grep -n "// $1\$" prog.c | cut -d: -f1)"; }
{ printf '{"candidates":['; for c in racy late apart alone locked; do [ $c = racy ] || printf ,
  printf '{"id":"%s","accesses":[%s,%s]}' $c "$(place $c)" "$(place $c)"; done; echo ']}'; } >candidates.json
mkdir folder
check "build" "$OMEN" cc -O1 prog.c -o prog
check "ship" "$OMEN" ship prog --candidates candidates.json -o out
grep -q '^code [0-9a-f]\{16\}$' out.tasks || fail "no code in $(cat out.tasks)"
{ grep -v ' late$' out.tasks; echo "waits 100"; echo "budget 20"; } >folder/prog.tasks
"$OMEN" agent folder --for 100s >agent.log 2>&1 &
AGENT=$!
trap 'kill $AGENT 2>/dev/null; rm -rf "$SCRATCH"' EXIT
touch folder/reports.jsonl
until_there() { for i in $(seq 100); do "$@" && return; sleep 0.1; done; return 1; }
until_there test -S folder/agent && until_there test -s folder/state.json
state() { "$OMEN" field folder >field.txt; grep "^$1 .*$2" field.txt >/dev/null; }
shown() { "$OMEN" field folder | grep -q "^ *$P .*yes"; }
start() { OMEN_AGENT=folder/agent LD_PRELOAD=$CLIENT ./out "$@" >out.txt 2>&1 & P=$!; }
# one process, from the first look to the verdicts
start 6000
until_there state racy 'True Race *both orders' || fail "racy: $(cat field.txt)"
until_there state locked 'Likely False Positive *ordered' || fail "locked: $(cat field.txt)"
grep -q "^ *$P out  *[1-9]" field.txt || fail "the process is not shown: $(cat field.txt)"
state late "[A-Z]" && fail "late is known too early"
sed -i 's/^task racy/task late/' folder/prog.tasks
until_there state late 'True Race *both orders' || fail "late, which came while the process ran: $(cat field.txt)"
check "stacks" "$OMEN" field folder --stacks $P
until_there grep -q "\"pid\":$P,\"stacks\":1.*\"threads\":\[{\"thread\":.*,{\"thread\":.*,{\"thread\":" folder/reports.jsonl || fail "no stacks: $(cat folder/reports.jsonl)"
wait $P
same "exit" 7 $?
same "output" "12000 0" "$(cat out.txt)"
until_there grep -q "\"pid\":$P,\"exit\":7," folder/reports.jsonl || fail "no report of the end"
until_there state apart 'NotSeen *not the same memory' || fail "apart: $(cat field.txt)"
state alone 'NotSeen *an access was not reached\|NotSeen *one thread only' || fail "alone: $(cat field.txt)"
# ends by signals: the program's own, and told
for signal in INT TERM QUIT; do
  (ulimit -c 0; exec env OMEN_AGENT=folder/agent LD_PRELOAD=$CLIENT python3 -c 'import os, signal, sys
for s in (signal.SIGINT, signal.SIGQUIT): signal.signal(s, signal.SIG_DFL)
os.execv("./out", ["./out", "6000"])') >/dev/null 2>&1 & P=$!
  until_there shown || fail "SIG$signal: the process is not shown"
  kill -$signal $P
  wait $P 2>/dev/null
  status=$? number=$(kill -l $signal)
  same "SIG$signal" $((128 + number)) $status
  until_there grep -q "\"pid\":$P,\"stopped\":$number,.*\"events\":\[{\"us_ago\"" folder/reports.jsonl || fail "SIG$signal was not told"
done
# a crash, with no file for results: by the agent
start 100 crash
wait $P 2>/dev/null
same "crash" 139 $?
until_there grep -q "\"pid\":$P,\"crash\":11" folder/reports.jsonl || fail "no crash report: $(cat folder/reports.jsonl)"
# Ctrl-C on a terminal: no question, unless it is asked for
cat >terminal.py <<'END2'
import os, pty, signal, sys, time
pid, fd = pty.fork()
if not pid: os.execv("./out", ["./out", "6000"])
time.sleep(1.5)
os.write(fd, b"\x03")
said = b""
try:
    while True:
        said += os.read(fd, 1000)
        if b"[Y/n]" in said and not said.endswith(b"#"): os.write(fd, b"n\n"); said += b"#"
except OSError: pass
status = os.waitpid(pid, 0)[1]
print("question" if b"[Y/n]" in said else "none", os.WTERMSIG(status))
END2
for ask in none question; do
  { cat out.tasks; [ $ask = none ] || echo "ask yes"; } >ask.tasks
  rm -f results
  same "Ctrl-C" "$ask 2" "$(OMEN_TASKS=ask.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT python3 terminal.py)"
  grep '"stopped":2' results | grep -q '"expected":false' && said=question || said=none
  same "Ctrl-C: told" $ask $said
done
# another build has other tasks: these are not for it
check "another" "$OMEN" cc -O1 -DSTEP=2 prog.c -o other
check "another: ship" "$OMEN" ship other --candidates candidates.json -o other.out
cp out.tasks wrong.tasks
rm -f results
OMEN_TASKS=wrong.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT ./other.out 5 >/dev/null
grep -q '"task"' results 2>/dev/null && fail "tasks of other code were taken: $(cat results)"
finish
