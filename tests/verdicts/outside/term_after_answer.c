// The client has its answer, and then sends SIGTERM: no answer is ever cut.
// OMEN: verdict answered A B class single-ordering
#include "outside.h"
int answered, ends[2];
static volatile sig_atomic_t asked;
static void handler(int sig) { asked = sig; }
void *serves(void *p) {
  take(ends[0], 4);
  answered = 1; // @A
  put(ends[0], "answer\n");
  return p;
}
int main(void) {
  sigset_t set, none;
  sigemptyset(&none);
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  MUST(!sigprocmask(SIG_BLOCK, &set, NULL));
  signal(SIGTERM, handler);
  MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  pid_t parent = getpid(), child = fork();
  if (!child) {
    put(ends[1], "ask\n");
    take(ends[1], 7);
    _exit(kill(parent, SIGTERM) != 0);
  }
  pthread_t t;
  pthread_create(&t, NULL, serves, NULL);
  while (!asked) sigsuspend(&none);
  printf("over, %d\n", answered); // @B
  fflush(stdout);
  _exit(0);
}
