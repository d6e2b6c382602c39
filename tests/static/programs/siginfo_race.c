// SCAN: race value
// A handler gets a pointer with the signal.
#include "scan.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
struct item { int value; };
static void handle(int n, siginfo_t *info, void *ctx) {
  (void)n;
  (void)ctx;
  ((struct item *)info->si_value.sival_ptr)->value++;
}
static void *work(void *a) {
  ((struct item *)a)->value++;
  return 0;
}
int main(void) {
  struct sigaction act;
  pthread_t t;
  struct item *it = calloc(1, sizeof *it);
  memset(&act, 0, sizeof act);
  act.sa_sigaction = handle;
  act.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &act, 0);
  pthread_create(&t, 0, work, it);
  union sigval v = {.sival_ptr = it};
  sigqueue(getpid(), SIGUSR1, v);
  pthread_join(t, 0);
  return 0;
}
