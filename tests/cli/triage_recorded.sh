#!/usr/bin/env bash
# Whether the run of `omen triage` left a recording is told, not guessed: a program that ends with a status of Omen's own was
# recorded all the same; an older recording is not taken for one of a program that cannot be run; and when what records the
# run is killed, the beginning of the run is judged.
# rooms: triage record, quick
. "$(dirname "$0")/run_common"
cat >prog.c <<'C'
#include <pthread.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
static int n;
static void *work(void *arg) { return n++, arg; }
int main(int argc, char **argv) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  if (argc > 2) close(creat(argv[2], 0666)), pause();
  return atoi(argv[1]);
}
C
compile prog -O1
for status in 0 2 125 126 127; do
  rm -rf own.rec
  timeout 280 "$omen" triage -q -o own.rec --schedules 1 -- ./prog $status >out 2>err </dev/null
  got=$?
  [ $got -le 1 ] || fail "a program that ends with $status: triage ended with $got: $(cat err)"
  [ -s own.rec/evidence.json ] || fail "a program that ends with $status: its race was not judged"
done

rm own.rec/evidence.json
cp own.rec/manifest.json before
expect 4 timeout 280 "$omen" triage -q -o own.rec -- ./nowhere
says "not found"
expect 4 timeout 280 "$omen" triage -q -o own.rec -- ./prog.c 0
[ ! -e own.rec/evidence.json ] || fail "an older recording was judged in the place of one that was not made"
cmp -s before own.rec/manifest.json || fail "an older recording was touched"
expect 2 timeout 280 "$omen" triage -q -o own.rec --invariant 'nowhere == 1' -- ./prog 0
cmp -s before own.rec/manifest.json || fail "an older recording was touched by a run that was asked for wrongly"

# killed: in its stead what is on the disk is put right, and judged
"$omen" triage -q -o cut.rec --schedules 1 --instances 1 -- ./prog 0 waits >out 2>err </dev/null &
triage=$!
# the log is on the disk when the program has waited for 50 ms, and the digest right after it
for _ in $(seq 1200); do [ -s cut.rec/digest ] && break; sleep 0.05; done
recorder=$(pgrep -P $triage | head -1)
kill -9 "$recorder" || fail "no process records the run"
wait $triage
got=$?
[ $got -le 1 ] || fail "what recorded the run was killed: triage ended with $got: $(cat err)"
says "this recording was interrupted: what was written of it"
[ -s cut.rec/evidence.json ] || fail "the beginning of the run was not judged: $(cat err)"
done_testing
