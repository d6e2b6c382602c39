#!/usr/bin/env bash
# Signals that were ignored when the program began (nohup; ctest has even libc's own ignored): handlers that the program
# installs are called all the same, and timers start their threads.
# rooms: runtime/syscall, quick
. "$(dirname "$0")/run_common"
cat >handles.c <<'C'
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile sig_atomic_t got[65];
static void handler(int sig) { got[sig] = 1; }
int main(void) {
  signal(SIGHUP, handler);
  signal(SIGWINCH, handler);
  pid_t parent = getpid(), child = fork();
  if (!child) _exit(kill(parent, SIGHUP) || kill(parent, SIGWINCH));
  while (!got[SIGHUP] || !got[SIGWINCH]) usleep(1000);
  waitpid(child, NULL, 0);
  printf("both\n");
}
C
compile handles -O1
cp "$here/../corpus/signal/timer_thread_ok.c" timer.c
sed -i 's|"../corpus.h"|"corpus.h"|' timer.c
expect 0 "$omen" cc -g -O1 -pthread -I"$here/../corpus" timer.c -o timer
cat >ignoring.c <<'C'
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv) {
  static const int signals[] = {1, 28, 32, 33}; /* libc does not let its own be named */
  struct { long handler, flags, restorer, mask; } ignore = {1, 0, 0, 0};
  for (int i = 0; i < 4; i++)
    if (syscall(SYS_rt_sigaction, signals[i], &ignore, 0, 8)) return 1;
  execvp(argv[1], argv + 1);
  return 1;
}
C
expect 0 clang-19 ignoring.c -o ignoring
for program in handles timer; do
  expect 0 ./ignoring timeout 30 "$omen" run -q -o "rec-$program" -- "./$program"
  expect 0 ./ignoring timeout 30 "$omen" replay "rec-$program"
done
expect 0 ./ignoring timeout 30 "$omen" replay rec-handles
prints both
done_testing
