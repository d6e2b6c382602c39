// SIGUSR1 is sent after a while, whatever was written by then: before it nothing had gone out.
// OMEN: verdict told A B class spec-violated consequence assertion
#include "outside.h"
int told, out[2];
void *works(void *p) {
  told = 1; // @A
  later();
  later();
  put(out[1], "ready\n");
  return p;
}
int main(void) {
  sigset_t set;
  int sig;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  MUST(!sigprocmask(SIG_BLOCK, &set, NULL) && !pipe(out));
  pid_t parent = getpid(), child = fork();
  if (!child) {
    later();
    _exit(kill(parent, SIGUSR1) != 0);
  }
  pthread_t t;
  pthread_create(&t, NULL, works, NULL);
  MUST(!sigwait(&set, &sig));
  if (!told) abort(); // @B
  pthread_join(t, NULL);
  waitpid(child, NULL, 0);
  return 0;
}
