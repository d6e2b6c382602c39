#!/usr/bin/env bash
# SIGTERM and SIGINT to `omen triage` and `omen run`: the first is passed on to the program, which is waited for and judged; while races are
# judged one stops that, and what there is is told; one more ends the command. What the terminal sends reaches the program once. A program that was
# told to end did not crash, and neither did one whose recording was cut off.
# rooms: base triage record cli, slow
. "$(dirname "$0")/run_common"
cat >server.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int hits;
static volatile sig_atomic_t stops, most = 1;
static void quit(int sig) { stops++; (void)sig; }
static void *work(void *arg) { return hits++, arg; }
int main(int argc, char **argv) {
  pthread_t t[2];
  struct sigaction a = {.sa_handler = quit};
  if (!strcmp(argv[1], "handles")) sigaction(SIGTERM, &a, NULL), sigaction(SIGINT, &a, NULL);
  if (!strcmp(argv[1], "ignores")) signal(SIGTERM, SIG_IGN);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  fprintf(stderr, "ready\n");
  while (stops < most) pause();
  printf("told %d times, %d hits\n", (int)stops, hits);
  return 0;
}
C
compile server -O1
# until COMMAND...: waits for it to be true.
until_true() { for _ in $(seq 1200); do "$@" && return; sleep 0.05; done; fail "never: $*"; }
ready() { grep -q ready err; }
on_disk() { [ -s "$1/digest" ]; }
# start ARGUMENTS...: in the background, until the program waits.
start() {
  rm -rf rec
  "$omen" "$@" >out 2>err </dev/null &
  pid=$!
  until_true ready
  sleep 0.2
}
ends() { wait $pid; got=$?; [ $got -eq "$1" ] || fail "ended with $got, not $1: $(cat err)"; }
judged() { [ "$(grep -c '"k-witness-harmless"\|"output-differs"\|"spec-violated"' "$1")" -gt 0 ] || fail "$2: its race was not judged"; }

# the program ends in its own way, and is judged
start triage -o rec --json report.json -- ./server handles
kill -TERM $pid
ends 1
prints "told 1 times, 2 hits"
judged report.json "handles SIGTERM"
says "recorded in rec"

# it has no handler: told to end, which is no crash
start triage -o rec --json report.json -- ./server plain
kill -INT $pid # a shell's background jobs ignore it
sleep 0.3
kill -TERM $pid
ends 0
says "was ended by signal 15"
says_not "crash"
judged report.json "ended by SIGTERM"
json report.json 'not r.get("findings") and r["end"]["signal"] == 15'

# a terminal's: to the whole group, and once
python3 - "$omen" <<'P' || fail "a terminal's Ctrl-C: see above"
import os, pty, sys, time, select
def run(words, keys):
    pid, fd = pty.fork()
    if not pid: os.execv(words[0], words)
    text, sent, start = b"", 0, time.time()
    while time.time() - start < 200:
        if select.select([fd], [], [], 0.1)[0]:
            try: piece = os.read(fd, 65536)
            except OSError: break
            if not piece: break
            text += piece
        if sent < len(keys) and keys[sent] in text:
            time.sleep(0.4)
            os.write(fd, b"\x03")
            sent += 1
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), text.decode(errors="replace")
os.system("rm -rf tty.rec")
code, text = run([sys.argv[1], "triage", "-o", "tty.rec", "--", "./server", "handles"], [b"ready"])
if code != 1 or "told 1 times, 2 hits" not in text or "OUTPUT DIFFERS" not in text.upper():
    print(code, text)
    sys.exit(1)
os.system("rm -rf tty.rec")
code, text = run([sys.argv[1], "run", "-o", "tty.rec", "--", "./server", "handles"], [b"ready"])
if code != 0 or "told 1 times, 2 hits" not in text or "tty.rec" not in text:
    print(code, text)
    sys.exit(1)
P

# to the process and to its group, as `timeout` does: one signal
rm -rf rec
timeout -s TERM 3 "$omen" triage -o rec --json report.json -- ./server plain >out 2>err </dev/null
[ $? -eq 124 ] || fail "timeout did not come"
judged report.json "ended by timeout"
says_not "second pass"

# who does not listen: the second is for omen, too, and the third ends it all; what was recorded is there
start triage -o rec -- ./server ignores
until_true on_disk rec
program=$(pgrep -P "$(pgrep -P $pid | head -1)" | head -1)
for _ in 1 2 3; do kill -TERM $pid; sleep 0.5; done
ends 143
for _ in $(seq 100); do [ -d "/proc/$program" ] || break; sleep 0.05; done
[ ! -d "/proc/$program" ] || fail "the program is left"
expect 0 timeout 280 "$omen" classify rec
says_not "crash"
says "was ended by signal 9"

# before the program begins there is nothing to wait for
cat >large.sh <<'S'
for i in $(seq 1200); do echo "int f$i(int *p) { for (int i = 0; i < $i; i++) p[i % 7] += p[i % 5] * $i; return p[1]; }"; done
echo "int main(void) { int a[8] = {0}; return f1(a); }"
S
bash large.sh >large.c
compile large -O1
"$omen" triage -o none.rec -- ./large >out 2>err </dev/null &
pid=$!
sleep 0.3
kill -TERM $pid
ends 143
[ ! -e none.rec/manifest.json ] || fail "there is a recording of a program that never ran"

# while races are judged: what there is is told
cat >many.c <<'C'
#include <pthread.h>
#include <stdio.h>
static int v[40];
#define TOUCH(i) v[i]++; v[i + 1]++; v[i + 2]++; v[i + 3]++; v[i + 4]++; v[i + 5]++; v[i + 6]++; v[i + 7]++; v[i + 8]++; v[i + 9]++;
static void *work(void *arg) { TOUCH(0) TOUCH(10) TOUCH(20) TOUCH(30) return arg; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  int sum = 0;
  for (int i = 0; i < 40; i++) sum += v[i];
  printf("%d\n", sum);
  return 0;
}
C
compile many -O0
some_judged() { grep -q '"class"' "$1/evidence.json" 2>/dev/null; }
rm -rf rec
"$omen" triage -o rec --schedules 40 --json report.json -- ./many >out 2>err </dev/null &
pid=$!
until_true some_judged rec
kill -TERM $pid
ends 1
says "OUTPUT DIFFERS"
says "interrupted: "
says "no verdict yet"
json report.json 'any(x["class"] == "output-differs" for x in r["races"]) and any(not x.get("class") for x in r["races"])'
[ -z "$(pgrep -P $pid)" ] || fail "processes are left"
some_judged rec || fail "the evidence is gone"

# and of a campaign
rm -rf camp
"$omen" triage -o camp --runs 3 --schedules 40 --json report.json -- ./many >out 2>err </dev/null &
pid=$!
until_true some_judged camp/run-001
kill -TERM $pid
ends 1
says "interrupted after "
json report.json 'any(x["class"] == "output-differs" for x in r["races"])'
done_testing
