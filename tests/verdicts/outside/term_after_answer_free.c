// term_after_answer.c, with an outside that sends whenever it likes.
// OMEN: options --outside free
// OMEN: verdict answered A B class output-differs consequence output
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
