// Children: forked, spawned, killed, waited for.
#include "calls.h"
int main(void) {
  race();
  int p[2];
  pipe(p);
  pid_t c = fork();
  if (!c) {
    close(p[0]);
    if (write(p[1], "from child", 10) != 10) _exit(9);
    _exit(7);
  }
  close(p[1]);
  char b[64] = {0};
  R(read(p[0], b, 64));
  P("%s\n", b);
  int st;
  R(waitpid(c, &st, 0) == c);
  P("%d %d\n", WIFEXITED(st), WEXITSTATUS(st));
  R(read(p[0], b, 1));
  R(waitpid(-1, &st, 0));
  FILE *f = popen("echo one; echo two", "r");
  while (fgets(b, 64, f)) P("%s", b);
  R(pclose(f));
  R(system("exit 3"));
  P("%d\n", 1);
  f = popen("cat >/dev/null", "w");
  R(fputs("data", f) >= 0);
  R(pclose(f));
  char *av[] = {"sh", "-c", "kill -9 $$", 0};
  pid_t q;
  R(posix_spawn(&q, "/bin/sh", 0, 0, av, environ));
  R(waitpid(q, &st, 0) == q);
  P("%d %d\n", WIFSIGNALED(st), WTERMSIG(st));
  char *bad[] = {"nope", 0};
  R(posix_spawnp(&q, "no-such-program-x", 0, 0, bad, environ));
  pid_t v = vfork();
  if (!v) {
    execl("/bin/true", "true", (char *)0);
    _exit(127);
  }
  R(waitpid(v, &st, 0) == v);
  P("%d\n", WEXITSTATUS(st));
  siginfo_t si;
  c = fork();
  if (!c) {
    pause();
    _exit(0);
  }
  R(kill(c, SIGTERM));
  R(waitid(P_PID, c, &si, WEXITED));
  P("%d %d\n", si.si_code == CLD_KILLED, si.si_status);
  R(kill(c, 0));
  c = fork();
  if (!c) {
    usleep(30000);
    _exit(1);
  }
  R(waitpid(c, &st, WNOHANG));
  R(waitpid(c, &st, 0) == c);
  struct rusage ru;
  R(getrusage(RUSAGE_SELF, &ru));
  R(getppid() > 0);
  R(getpid() == (pid_t)syscall(SYS_getpid));
  R(gettid() == getpid());
  R(getpgrp() > 0);
  R(setsid() == -2);
  return 0;
}
