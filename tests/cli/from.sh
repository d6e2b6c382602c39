#!/usr/bin/env bash
# `omen triage --from LOG`: reports of ThreadSanitizer, Helgrind and DRD are found again in Omen's runs, or it is said what
# orders them, or that they were not reached. Logs are as the tools write them.
# rooms: report triage cli, slow
. "$(dirname "$0")/run_common"

cat >prog.c <<'C'
#include <pthread.h>
#include <stdio.h>
static int x, y, z, w;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *arg) {
  x++; /* line 6: races */
  pthread_mutex_lock(&m);
  y++; /* line 8: ordered by m */
  pthread_mutex_unlock(&m);
  return arg;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  z = 1; /* line 14: before the threads */
  if (argc > 1)
    w = 1; /* line 16: not reached */
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, f, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d %d %d\n", x, y, z + w); /* line 19 */
  return 0;
}
C
compile prog -O1

# tsan FIRST SECOND [GLOBAL]: lines of two accesses
tsan() {
  cat <<LOG
==================
WARNING: ThreadSanitizer: data race (pid=15983)
  Write of size 4 at 0x55c076dc6698 by thread T2 (mutexes: write M0):
    #0 $1 (prog+0xe4634) (BuildId: 1083d62333063a515e4dbb5fbfbf1cd784e86e29)
    #1 start(void (*)(int)) <null> (prog+0xe4634)

  Previous read of size 4 at 0x55c076dc6698 by main thread:
    #0 $2 (prog+0xe4634) (BuildId: 1083d62333063a515e4dbb5fbfbf1cd784e86e29)

  Location is global '${3:-x}' of size 4 at 0x55c076dc6698 (prog+0x1490698)

  Thread T2 (tid=15987, running) created by main thread at:
    #0 pthread_create <null> (prog+0x61e91)
    #1 main $PWD/prog.c:17:62 (prog+0xe459f)

SUMMARY: ThreadSanitizer: data race $PWD/prog.c:6:3 in f
==================
LOG
}

{
  tsan "f $PWD/prog.c:6:4" "f $PWD/prog.c:6:4"
  tsan "f $PWD/prog.c:6:4" "f $PWD/prog.c:6:4" # again: one report
  tsan "f $PWD/prog.c:8:4" "f $PWD/prog.c:8:4" y
  tsan "f $PWD/prog.c:8:4" "main $PWD/prog.c:19:25" y
  tsan "main $PWD/prog.c:16:4" "f $PWD/prog.c:6:4" w
  echo "WARNING: ThreadSanitizer: thread leak (pid=1)"
  echo "    #0 f $PWD/prog.c:6:4"
  echo "ThreadSanitizer: reported 6 warnings"
} >tsan.log
expect 1 "$omen" triage --from tsan.log --json report.json -o rec -- ./prog
says "ThreadSanitizer, line 2 of the log: race"
says 'ordered here by the lock `m`'
says "ordered here by the end of thread T"
says "no run of Omen's came to both places"
says "omen: 1 of 4 reports reproduced"
json report.json "[a['status'] for a in r['from']] == ['reproduced', 'ordered', 'ordered', 'not-reached']"
json report.json "r['from'][0]['times'] == 2 and r['from'][0]['class'] == 'output-differs' and r['from'][0]['race'] in [x['id'] for x in r['races']]"

cat >helgrind.log <<'LOG'
==16013== Helgrind, a thread error detector
==16013== ----------------------------------------------------------------
==16013==
==16013== Possible data race during read of size 4 at 0x10C040 by thread #3
==16013== Locks held: none
==16013==    at 0x109207: f (prog.c:6)
==16013==    by 0x484C7D6: ??? (in /usr/libexec/valgrind/vgpreload_helgrind-amd64-linux.so)
==16013==    by 0x48EF1F4: start_thread (pthread_create.c:442)
==16013==
==16013== This conflicts with a previous write of size 4 by thread #2
==16013== Locks held: none
==16013==    at 0x109207: f (prog.c:6)
==16013==    by 0x48EF1F4: start_thread (pthread_create.c:442)
==16013==  Address 0x10c040 is 0 bytes inside data symbol "x"
==16013==
==16013== ----------------------------------------------------------------
LOG
expect 1 "$omen" triage --from helgrind.log -o rec -- ./prog
says "Helgrind, line 4 of the log: race"
says "omen: 1 of 1 reports reproduced"

cat >drd.log <<'LOG'
==16054== Thread 3:
==16054== Conflicting load by thread 3 at 0x0010c040 size 4
==16054==    at 0x109207: f (prog.c:6)
==16054==    by 0x49101F4: start_thread (pthread_create.c:442)
==16054== Allocation context: BSS section of /tmp/prog
==16054== Other segment start (thread 2)
==16054==    (thread finished, call stack no longer available)
==16054== Other segment end (thread 2)
==16054==    (thread finished, call stack no longer available)
==16054==
LOG
expect 1 "$omen" triage --from drd.log -o rec -- ./prog
says "DRD, line 2 of the log: race"

echo "nothing of the kind" >none.log
expect 3 "$omen" triage --from none.log -o rec2 -- ./prog
one_line
expect 3 "$omen" triage --from nowhere.log -o rec2 -- ./prog
one_line
[ ! -e rec2 ] || fail "something was left behind"
# Any bytes.
for seed in 1 2 3 4 5 6 7 8; do
  python3 - "$seed" <<'PY'
import random, sys
random.seed(int(sys.argv[1]))
text = bytearray(open("tsan.log", "rb").read() + open("helgrind.log", "rb").read() + open("drd.log", "rb").read())
for _ in range(200):
    i = random.randrange(len(text))
    if random.random() < .5: text[i] = random.randrange(256)
    else: del text[i:i + random.randrange(40)]
open("bad.log", "wb").write(text)
PY
  "$omen" triage -q --from bad.log --runs 1 -o rec -- ./prog >/dev/null 2>err
  [ $? -le 3 ] || fail "a damaged log (seed $seed): $(cat err)"
done
done_testing
