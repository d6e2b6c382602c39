#!/usr/bin/env bash
# The text report has ThreadSanitizer's layout: a strict reader of its logs (tests/tools/read-tsan), which reads the real
# thing, reads ours and finds the same places, locks and threads; `omen triage --from` takes Omen's own text. Widths are
# those of the terminal, or COLUMNS.
# rooms: report, quick
. "$(dirname "$0")/run_common"
read_tsan=$here/../tools/read-tsan
cat >all.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int counter, guarded;
static _Atomic int sometimes;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int *box;
static void bump(void) {
  static int calls;
  calls++;
}
static void *first(void *arg) {
  counter++;
  bump();
  box[2] = 1;
  atomic_store(&sometimes, 1);
  pthread_mutex_lock(&m);
  guarded++;
  pthread_mutex_unlock(&m);
  return arg;
}
static void *second(void *arg) {
  counter++;
  bump();
  box[2] = 2;
  pthread_mutex_lock(&n);
  guarded++;
  pthread_mutex_unlock(&n);
  *(int *)arg = 1;
  return arg;
}
int main(void) {
  pthread_t t[2];
  int local = 0;
  box = malloc(20);
  pthread_create(&t[0], NULL, first, NULL);
  pthread_create(&t[1], NULL, second, &local);
  local = 2;
  *(int *)&sometimes = 3;
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return 0;
}
C
compile all -O0
# places FILE: the races of a log, a line each: the unordered pair of lines, and the number of locks
places() {
  "$read_tsan" "$1" >parsed.json || { fail "$1 is not as ThreadSanitizer writes"; return; }
  python3 -c "
import json
for x in sorted({(*sorted((a['stack'][0]['file'].rsplit('/')[-1] + ':' + str(a['stack'][0]['line']), len(a['locks'])) for a in r['accesses']),)
                 for r in json.load(open('parsed.json'))}): print(x)"
}
expect 0 "$omen" run -o run.rec -- ./all
cp err run.log
places run.log >ours
[ "$(wc -l <ours)" -ge 6 ] || { fail "too few races"; cat ours; }
grep -q "Location is global 'bump.calls' of size 4 at 0x" run.log || fail "the static variable of a function"
grep -q "Location is heap block of size 20 at 0x.* allocated by main thread:" run.log || fail "a heap block"
grep -q "Location is stack of main thread." run.log || fail "a stack"
grep -q "by thread T[12] (mutexes: write M0):" run.log || fail "locks held"
grep -q "  Mutex M0 (0x[0-9a-f]*) is '[mn]'" run.log || fail "their names"
grep -q "  Previous atomic write of size 4 at\|  Atomic write of size 4 at" run.log || fail "an atomic access"
grep -q "#1 first $PWD/all.c:14:3 (all+0x[0-9a-f]*)$" run.log || fail "a frame"
grep -q "^SUMMARY: ThreadSanitizer: data race $PWD/all.c:[0-9]*:[0-9]* in bump$" run.log || fail "a summary"
# The same again with verdicts, which stand above.
"$omen" triage -o rec -- ./all >out 2>triage.log
places triage.log >judged
[ -z "$(comm -23 ours judged)" ] || { fail "races of the run that the triage does not have"; diff ours judged; }
grep -B20 -m1 "^WARNING: ThreadSanitizer" triage.log | grep -q "^[A-Z ,a-z]*: race on .*\[race [0-9a-f]*\]" || fail "no verdict on top"
# ThreadSanitizer itself: its log is read by the same reader, and all its races are ours, with as many locks held.
if clang-19 -g -O0 -fsanitize=thread all.c -o all.tsan 2>/dev/null; then
  for i in 1 2 3; do TSAN_OPTIONS="log_path=real history_size=7" ./all.tsan; done
  for f in real.*; do places "$f"; done | sort -u >theirs
  [ -s theirs ] || fail "ThreadSanitizer reports nothing"
  missing=$(comm -23 theirs <(sort ours))
  [ -z "$missing" ] || { fail "its races that are not ours: $missing"; cat ours; }
else
  echo "no ThreadSanitizer here: its own log was not read"
fi
# Omen's text as another detector's log.
"$omen" triage --from run.log -o from.rec --json from.json -- ./all >out 2>err
json from.json "len(r['from']) == $(wc -l <ours) and all(a['status'] == 'reproduced' and a['tool'] == 'Omen' for a in r['from'])"
# Widths: no line of Omen's own is wider, but for names and commands, which are never cut; by default 100.
wide() { awk -v w="$1" '/^==/ { own = 1 } /^WARNING: ThreadSanitizer/ { own = 0 } own && length > w && !/omen replay|\[race /' "$2"; }
for w in 60 80 132; do
  COLUMNS=$w "$omen" report rec >"out.$w" || fail "COLUMNS=$w"
  [ -z "$(wide $w out.$w)" ] || { fail "wider than $w:"; wide $w out.$w; }
  places out.$w >again && diff -q judged again || fail "COLUMNS=$w: other races"
done
[ -z "$(wide 100 triage.log)" ] || { fail "wider than 100"; wide 100 triage.log; }
for w in 0 -5 nonsense 99999999999; do COLUMNS=$w "$omen" report rec >/dev/null || fail "COLUMNS=$w"; done
python3 - "$omen" <<'P' || fail "the width of a terminal"
import fcntl, os, pty, struct, sys, termios
def run(columns):
    pid, fd = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        env = {k: v for k, v in os.environ.items() if k != "COLUMNS"}
        os.execvpe(sys.argv[1], [sys.argv[1], "report", "rec"], {**env, "TERM": "xterm", "NO_COLOR": "1"})
    text = b""
    try:
        while chunk := os.read(fd, 65536): text += chunk
    except OSError:
        pass
    os.waitpid(pid, 0)
    return text.replace(b"\r", b"").decode()
sys.exit(run(80) != open("out.80").read() or run(132) != open("out.132").read())
P
done_testing
