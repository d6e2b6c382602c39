#!/usr/bin/env bash
# Killed by SIGKILL in the middle, the program or omen: what was recorded until then is replayed, to a beginning of what the program wrote; races until
# then are reported and judged. Whatever is done to such files, there is an error, and no crash.
# rooms: record runtime, slow
. "$(dirname "$0")/run_common"
cat >busy.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum, racy, most;
static void *worker(void *arg) {
  racy++;
  for (long i = 1; i < most; i++) {
    pthread_mutex_lock(&lock);
    sum += i * (long)arg;
    if (i % 2000 == 0) {
      char line[64];
      int n = snprintf(line, sizeof line, "%ld %ld\n", (long)arg, i);
      if (write(1, line, (size_t)n) != n) return NULL;
    }
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  char byte;
  most = atol(argv[1]);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void *)(i + 1));
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("waits\n");
  fflush(stdout);
  return (int)read(0, &byte, 1);
}
C
compile busy -O1
bytes() { stat -c %s "$1" 2>/dev/null || echo 0; }
# start REC ARGUMENT: records in the background, $pid, until there are 300,000 events on disk (or some, if it waits).
start() {
  rm -rf "$1" out
  sleep 600 | "$omen" run -q -o "$1" -- ./busy "$2" >out 2>run.err &
  pid=$(jobs -p | tail -1)
  for _ in $(seq 1200); do
    [ "$(bytes "$1/digest")" -gt "$3" ] && break
    sleep 0.05
  done
  omen_pid=$(pgrep -P $$ -x omen | tail -1)
  child=$(pgrep -P "$omen_pid" | head -1)
}
stop() {
  kill -9 "$1"
  for _ in $(seq 600); do [ -d "/proc/$omen_pid" ] && [ "$(cut -d' ' -f3 "/proc/$omen_pid/stat" 2>/dev/null)" != Z ] || break; sleep 0.05; done
  pkill -P $$ -x sleep
  wait "$omen_pid"
  got=$?
}
beginning() { cmp -s -n "$(bytes again)" out again && [ -s again ] || fail "$1: the replay's output is no beginning of the run's"; }
played() { # REC WHAT
  timeout 250 "$omen" replay -q "$1" >again 2>err </dev/null
  got=$?
  [ $got -eq 137 ] || fail "$2: the replay ended with $got: $(cat err)"
  beginning "$2"
}
races() { json "$1" 'any(x["location"]["name"] == "racy" and len(x["accesses"]) == 2 for x in r["races"])'; }

start rec 1000000000 600000
stop "$child"
[ $got -eq 137 ] || fail "the program was killed, and omen run ended with $got: $(cat run.err)"
grep -q "was killed by signal 9" run.err || fail "nobody says that it was killed: $(cat run.err)"
played rec "the program killed"
races rec/report.json
expect 0 timeout 250 "$omen" report rec --format text
grep -q "the recording was cut off here, after" out || fail "the report does not say that it was cut off"

start cut 1000000000 600000
stop "$omen_pid"
cp -r cut damaged
played cut "omen killed"
says "this recording was interrupted: what was written of it"
[ "$(wc -l <err)" -eq 1 ] || fail "not one line: $(cat err)"
played cut "once more"
[ ! -s err ] || fail "said again: $(cat err)"
cp out told
expect 0 timeout 250 "$omen" report cut --json report.json
races report.json
cp told out
id=$(python3 -c 'import json; print(json.load(open("report.json"))["races"][0]["id"])')
timeout 280 "$omen" classify cut --race "$id" --schedules 1 --instances 1 -q >/dev/null 2>err
[ $? -le 1 ] || fail "classify: $(cat err)"

# All that was written before a long wait is there.
start wait 20000 8
for _ in $(seq 400); do grep -q waits out && break; sleep 0.05; done
sleep 1
stop "$omen_pid"
played wait "while it waited"
cmp -s out again || fail "the end of what was written before the wait is missing"

# Cut off anywhere, or other bytes: an error, or a beginning.
python3 - <<'P'
import os, random
random.seed(7)
for i in range(6):
    os.system(f"cp -r damaged d{i}")
    for name in ("log", "digest"):
        path, size = f"d{i}/{name}", os.path.getsize(f"d{i}/{name}")
        with open(path, "r+b") as f:
            if i % 3 == 2:
                f.seek(random.randrange(size - 8))
                f.write(os.urandom(8))
            elif i % 3 == 1 or name == "digest":
                f.truncate(random.randrange(8, 200000))
P
cp told out
for i in 0 1 2 3 4 5; do
  timeout 250 "$omen" replay -q d$i >again 2>err </dev/null
  got=$?
  [ $got -eq 137 ] || [ $got -eq 125 ] || fail "damage $i: $got: $(cat err)"
  [ $got -eq 125 ] || cmp -s -n "$(bytes again)" out again || fail "damage $i: another output"
done
rm -f d0/digest
expect 125 "$omen" replay d0
done_testing
