// SCAN: race it
// pthread_sigqueue gives a pointer to a handler.
#define _GNU_SOURCE
#include "scan.h"
static void handle(int n, siginfo_t *info, void *c) { ++*(int *)info->si_value.sival_ptr; }
static atomic_int go;
static void *work(void *x) {
  while (!atomic_load(&go)) sched_yield();
  return 0;
}
int main(void) {
  struct sigaction act = {0};
  pthread_t t;
  int *it = calloc(1, 4);
  act.sa_sigaction = handle;
  act.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &act, 0);
  pthread_create(&t, 0, work, 0);
  pthread_sigqueue(t, SIGUSR1, (union sigval){.sival_ptr = it});
  ++*it;
  atomic_store(&go, 1);
  pthread_join(t, 0);
  return 0;
}
