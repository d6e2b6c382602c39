#!/usr/bin/env bash
# No room for the recording, by a limit for files or on a full disk: the program goes on to its own end, and what there was room for is kept: replayed
# to a beginning of what the program wrote, reported, judged.
# rooms: record runtime, slow
. "$(dirname "$0")/run_common"
cat >long.c <<'C'
/* long ROUNDS FILE: fills FILE's disk in the middle, unless it is "-"; writes 300 KB to the file "own" at the end. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum, early, late, rounds;
static const char *filled;
static void fill(void) {
  static char block[4096];
  int fd = open(filled, O_WRONLY | O_CREAT, 0666);
  while (write(fd, block, sizeof block) > 0 || errno == EINTR) continue;
  close(fd);
}
static void *worker(void *arg) {
  early++;
  for (long i = 1; i <= rounds; i++) {
    pthread_mutex_lock(&lock);
    sum += i;
    if (i % 10000 == 0) printf("%ld %ld\n", (long)arg, i), fflush(stdout);
    if (!arg && i == rounds / 5 && strcmp(filled, "-")) fill();
    pthread_mutex_unlock(&lock);
  }
  late++;
  return NULL;
}
int main(int argc, char **argv) {
  static char block[300000];
  pthread_t t[2];
  rounds = atol(argv[1]);
  filled = argv[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  int fd = open("own", O_WRONLY | O_CREAT | O_TRUNC, 0666);
  long wrote = write(fd, block, sizeof block);
  printf("sum %ld, wrote %ld\n", sum, wrote);
  return 3;
}
C
compile long -O1
bytes() { stat -c %s "$1" 2>/dev/null || echo 0; }
# kept REC WHAT: behind a run with output to told and errors to told.err
kept() {
  grep -q "^sum .*, wrote $3" told || fail "$2: the program did not go on to its end: $(tail -1 told) $(cat told.err)"
  grep -q "no room for all of the recording.* it has the first [0-9]* events" told.err || fail "$2: nobody says so: $(cat told.err)"
  timeout 250 "$omen" replay -q "$1" >again 2>err </dev/null
  got=$?
  [ $got -eq 137 ] || fail "$2: the replay ended with $got: $(cat err)"
  cmp -s -n "$(bytes again)" told again && [ -s again ] || fail "$2: the replay's output is no beginning of the run's"
  json "$1/report.json" 'any(x["location"]["name"] == "early" and len(x["accesses"]) == 2 for x in r["races"])'
  json "$1/report.json" 'r["end"]["how"] == "cut" and not r.get("findings")'
  expect 0 timeout 250 "$omen" report "$1" --format text
  grep -q "the recording was cut off here, after [0-9]* events: there was no room for more" out || fail "$2: the report does not say why"
}

(ulimit -f 3700; timeout 250 "$omen" run -o limited -- ./long 600000 - >told 2>told.err </dev/null; echo $? >status)
[ "$(cat status)" = 3 ] || fail "a limit for files: ended with $(cat status)"
kept limited "a limit for files" 300000
grep -q "1 more places were seen to race after that" told.err || fail "what raced later is not counted: $(cat told.err)"
(ulimit -f 3700; expect 0 timeout 280 "$omen" triage -q -o judged --json judged.json --schedules 1 --instances 1 -- ./long 600000 -
 [ $failures -eq 0 ]) || fail "triage under a limit for files"
json judged.json 'any(x["location"]["name"] == "early" and x.get("class") for x in r["races"]) and not r.get("findings")'

# disk SIZE PROGRAM...: run on a disk of that size, whose folder is the current one
cat >full <<SH
mount -t tmpfs -o size=\$1 none "$work/disk" || exit 77
shift
cd "$work/disk"
timeout 250 "$omen" run -q -o "$work/disk/rec" -- "\$@" >"$work/told" 2>"$work/told.err" </dev/null
status=\$?
df -k . | tail -1 | awk '{print \$4}' >"$work/free"
cp -r "$work/disk/rec" "$work/copy"
umount -l "$work/disk"
echo \$status
SH
mkdir disk
on_disk() {
  rm -rf copy
  got=$(unshare -m sh full "$@" 2>/dev/null || unshare -rm sh full "$@" 2>/dev/null)
  [ -n "$got" ] || { fail "no tmpfs can be mounted here: a full disk cannot be tried"; done_testing; }
  [ "$got" = 3 ] || { fail "on a disk of $1: $got: $(cat told.err)"; return 1; }
}
on_disk 7m "$work/long" 800000 - && kept copy "a small disk" 300000
[ "$(cat free)" -gt 500 ] || fail "nothing is left of the disk: $(cat free) KB"
# Somebody else takes what was to be left.
on_disk 20m "$work/long" 800000 "$work/disk/junk" && kept copy "a full disk" -1
[ -s copy/events.raw ] || fail "no second pass on a full disk"
done_testing
