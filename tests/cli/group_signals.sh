#!/usr/bin/env bash
# A signal to the whole process group reaches the program once, though the command has it as well and passes on what it
# gets: from a terminal, by `kill -TERM -GROUP`, and as `timeout` sends it. The program learns who sent it. Two signals
# are two. The program's input, through a pipe, does not end with them.
# rooms: base record triage runtime/syscall, slow
. "$(dirname "$0")/run_common"
cat >counts.c <<'C'
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static volatile sig_atomic_t n, from;
static void count(int sig, siginfo_t *info, void *context) { n++, from = info->si_pid, (void)sig, (void)context; }
int main(void) {
  struct sigaction a = {.sa_sigaction = count, .sa_flags = SA_SIGINFO};
  char c;
  sigaction(SIGTERM, &a, NULL), sigaction(SIGINT, &a, NULL), sigaction(SIGUSR1, &a, NULL);
  fprintf(stderr, "ready\n");
  while (read(0, &c, 1)) continue; /* sleeping takes no time in a recorded run */
  printf("%d times, of %d\n", (int)n, (int)from);
  return 0;
}
C
compile counts -O1
cat >send.py <<'P'
import os, pty, shutil, signal, subprocess, sys, time
omen = sys.argv[1]
def command(word): return [omen, word, "-o", "sent.rec", "--", "./counts"]
def by_kill(word, sig, send):
    """What the program says when send(omen's process, which leads its group, signal) was called."""
    shutil.rmtree("sent.rec", ignore_errors=True)
    p = subprocess.Popen(command(word), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    while b"ready" not in p.stderr.readline(): pass
    time.sleep(0.3)
    send(p.pid, sig)
    time.sleep(0.5)
    said = p.communicate(timeout=120)
    return said[0].decode().strip() or said[1].decode()
def by_terminal(word):
    shutil.rmtree("sent.rec", ignore_errors=True)
    pid, fd = pty.fork()
    if not pid: os.execv(omen, command(word))
    text = b""
    while b"ready" not in text: text += os.read(fd, 4096)
    for key in b"\x03", b"\x04":
        time.sleep(0.5)
        os.write(fd, key)
    try:
        while piece := os.read(fd, 4096): text += piece
    except OSError: pass
    os.waitpid(pid, 0)
    return text.decode(errors="replace")
def both(pid, sig): os.kill(pid, sig), os.killpg(pid, sig)
def twice(pid, sig): os.killpg(pid, sig), time.sleep(1.2), os.killpg(pid, sig)
wrong, me = 0, os.getpid()
for word, sig, send, times in (("run", signal.SIGTERM, os.kill, 1), ("run", signal.SIGTERM, os.killpg, 1), ("run", signal.SIGTERM, both, 1),
                               ("run", signal.SIGUSR1, os.killpg, 1), ("run", signal.SIGTERM, twice, 2), ("triage", signal.SIGTERM, os.kill, 1),
                               ("triage", signal.SIGINT, os.killpg, 1), ("triage", signal.SIGTERM, both, 1), ("triage", signal.SIGTERM, twice, 2)):
    said = by_kill(word, sig, send)
    if said != f"{times} times, of {me}":
        print(f"FAIL: {word}, {sig.name} by {send.__name__}: '{said}' instead of '{times} times, of {me}'")
        wrong = 1
for word in "run", "triage":
    said = by_terminal(word)
    if "1 times" not in said:
        print(f"FAIL: {word} at a terminal: {said}")
        wrong = 1
sys.exit(wrong)
P
python3 send.py "$omen" || fail "see above"
done_testing
