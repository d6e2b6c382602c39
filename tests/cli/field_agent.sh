#!/bin/bash
# The agent: processes get tasks by its socket, every candidate comes to its state, garbage and kill -9 hurt nobody, and a
# race of the field is judged in the laboratory.
# rooms: field cli, slow
. "$(dirname "$0")/cc_common"
CLIENT=$(dirname "$OMEN")/../lib/omen/libomen-field.so
cat >prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
static int racy;
static long locked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
  (void)unused;
  for (int i = 0; i < 20000; i++) {
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
{"candidates":[{"id":"racy","accesses":[$(place 9),$(place 9)]},{"id":"locked","accesses":[$(place 11),$(place 11)]},
 {"id":"never","accesses":[$(place 9),$(place 99)]}]}
END
mkdir folder
check "build" "$OMEN" cc -O2 prog.c -o prog
check "ship" "$OMEN" ship prog --candidates candidates.json -o out
cp out.tasks folder/prog.tasks
"$OMEN" agent folder --for 100s >agent.log 2>&1 &
AGENT=$!
for i in $(seq 200); do [ -S folder/agent ] && break; sleep 0.05; done
run() { same "$1" "40000 1" "$(OMEN_AGENT=folder/agent LD_PRELOAD=$CLIENT timeout 60 ./out)"; }
state() { "$OMEN" field folder >field.txt; grep "^$1 " field.txt; }
# garbage first
python3 - folder/agent <<'END'
import os, random, socket, sys
random.seed(1)
for i in range(200):
    s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    s.connect(sys.argv[1])
    for k in range(3):
        s.send(random.choice([b"hello ", b"", b"{\"task\":\"", b"{"]) + bytes(random.randrange(256) for _ in range(random.randrange(300))) or b"x")
    s.close()
END
for i in $(seq 60); do # runs are short: on a busy machine one thread often ends before the other begins
  run "run $i"
  [ "$i" -gt 5 ] && state racy | grep -q 'True Race' && state locked | grep -q 'False Positive' && break
done
sleep 0.5
state racy | grep -q 'True Race' || fail "racy: $(cat field.txt)"
state locked | grep -q 'Likely False Positive.*ordered' || fail "locked: $(cat field.txt)"
state never | grep -q '^never *Unknown' || fail "never: $(cat field.txt)"
# killed while a process runs; the next agent goes on with what is known
(run "while the agent is killed") &
sleep 0.05
kill -9 $AGENT
wait
run "without an agent"
"$OMEN" agent folder --for 1s >agent.log 2>&1 || fail "again: $(cat agent.log)"
state racy | grep -q 'True Race' || fail "racy, after kill -9: $(cat field.txt)"
# back to the laboratory
OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 ./out >/dev/null
sed -i 's/20000/3/' prog.c
check "small" "$OMEN" cc -O1 prog.c -o small
timeout 300 "$OMEN" triage --from-field results --runs 4 --json lab.json -- ./small >lab.log 2>&1
grep -q '"status": *"reproduced"' lab.json || fail "laboratory: $(tail -20 lab.log)"
finish
