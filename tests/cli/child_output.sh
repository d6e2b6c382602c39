#!/usr/bin/env bash
# What forked children write to the standard output and error is shown in the run where it belongs, and by replays: through pipes, to
# files, at a terminal, which the child sees as one; by programs that a child becomes, and by children that outlive the run.
# Nobody loses a byte, no reader that is gone ends the program, and what no replay can show is told.
# rooms: runtime/syscall cli, quick
. "$(dirname "$0")/run_common"

cat >family.c <<'C'
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  setvbuf(stdout, NULL, _IONBF, 0);
  if (!strcmp(what, "order")) /* each after what came before */
    for (int i = 0; i < 20; i++) {
      printf("parent %d\n", i);
      if (i % 2) {
        if (!fork()) return printf("child %d\n", i) < 0;
        wait(NULL);
      } else if (system("echo shell; echo its error >&2"))
        return 1;
    }
  if (!strcmp(what, "spawn")) {
    pid_t pid;
    char *args[] = {"sh", "-c", "[ -t 1 ] && echo at a terminal; echo spawned", NULL};
    if (posix_spawn(&pid, "/bin/sh", NULL, NULL, args, environ)) return 1;
    waitpid(pid, NULL, 0);
  }
  if (!strcmp(what, "much")) { /* more than any pipe holds, while the parent only waits */
    if (!fork()) {
      for (int i = 0; i < 60000; i++) printf("%09d\n", i);
      return 0;
    }
    wait(NULL);
  }
  if (!strcmp(what, "elsewhere")) { /* not what a child writes into a file of its own */
    if (system("echo kept >file; cat file >/dev/null")) return 1;
    dup2(1, 7), dup2(2, 1); /* the standard output is the error, 7 the output */
    if (system("echo to the error; echo to the output >&7")) return 1;
  }
  if (!strcmp(what, "outlives")) {
    if (!fork()) {
      while (access("over", F_OK)) usleep(1000);
      printf("child after the end\n");
      return close(open("written", O_CREAT | O_WRONLY, 0600));
    }
    printf("parent ends\n");
    return 0;
  }
  signal(SIGPIPE, SIG_DFL);
  if (!strcmp(what, "broken")) { /* its reader is gone: the child learns it, the parent does not */
    int status;
    while (access("gone", F_OK)) usleep(1000);
    for (int i = 0; i < 2; i++) {
      if (!fork())
        for (;;) printf("x\n");
      wait(&status);
    }
    fprintf(stderr, "signal %d\n", WTERMSIG(status));
    return 0;
  }
  if (!strcmp(what, "closes")) { /* as daemons do */
    if (system("echo first")) return 1;
    for (int fd = 3; fd < 1024; fd++) close(fd);
    if (system("echo second")) return 1;
  }
  printf("end\n");
  return 0;
}
C
compile family
clang-19 -g -pthread family.c -o native || fail "cannot compile natively"
for what in order spawn much elsewhere closes; do
  ./native $what >wanted 2>wanted.err
  expect 0 "$omen" run -o rec -- ./family $what
  cmp -s out wanted || fail "$what: the run writes $(head -c 300 out)"
  grep -v '^omen' err | cmp -s - wanted.err || fail "$what: the run's errors are $(cat err)"
  expect 0 "$omen" replay --check rec
  cmp -s out wanted || fail "$what: the replay writes $(head -c 300 out)"
  grep -v '^omen' err | cmp -s - wanted.err || fail "$what: the replay's errors are $(cat err)"
  says_not "not shown"
done
# One file for both: their order stays.
./native order >wanted 2>&1
"$omen" run --quiet -o rec -- ./family order >out 2>&1
cmp -s out wanted || fail "both into one file: $(cat out)"
"$omen" replay --quiet rec >out 2>&1
cmp -s out wanted || fail "both into one file, replayed: $(cat out)"
# At a terminal the child sees one, and its lines arrive as they were.
cat >terminal.py <<'P'
import os, pty, sys
def at_terminal(*command):
    pid, fd = pty.fork()
    if not pid: os.execv(command[0], command)
    text = b""
    try:
        while piece := os.read(fd, 4096): text += piece
    except OSError: pass
    os.waitpid(pid, 0)
    return text
wrong = 0
for command in ("run", "-o", "rec", "--", "./family", "spawn"), ("replay", "rec"):
    text = at_terminal(sys.argv[1], *command)
    if b"at a terminal\r\nspawned\r\nend\r\n" not in text: wrong = print(command[0], text) or 1
sys.exit(wrong)
P
python3 terminal.py "$omen" || fail "at a terminal"
# A child that outlives the program writes on; the run is over before, and a replay has what came until then.
rm -f over written
"$omen" run -o rec -- ./family outlives >out 2>err </dev/null
[ "$(cat out)" = "parent ends" ] || fail "outlives: $(cat out)"
touch over
for _ in $(seq 100); do
  [ -e written ] && grep -q 'child after' out && break
  sleep 0.1
done
[ "$(cat out)" = $'parent ends\nchild after the end' ] || fail "outlived: $(cat out)"
expect 0 "$omen" replay rec && prints "parent ends"
# Whose reader went away.
rm -f gone
{ "$omen" run -o rec -- ./family broken 2>err; echo $? >status; } | sleep 0 &
sleep 1
touch gone
wait
[ "$(cat status)" -eq 0 ] && says "signal 13" || fail "the reader went away: $(cat status)"
expect 0 "$omen" replay --check rec
# Replays that leave the recording before a child is made have none.
cat >later.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int v;
static void *set(void *p) { return v = 1, p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  int seen = v;
  pthread_join(t, 0);
  printf("%d\n", seen);
  fflush(stdout);
  return system("echo child");
}
C
compile later
"$omen" triage --json r.json -o rec -- ./later >out 2>err </dev/null
id=$(python3 -c "import json; print(json.load(open('r.json'))['races'][0]['id'])")
"$omen" replay rec --race "$id" >out 2>err </dev/null
says "what the program's 1 child process wrote is not recorded, and not shown"
done_testing
