/* Shared by the programs of tests/static: two threads and their end. */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#ifndef __cplusplus
#include <stdatomic.h>
#endif

static inline int two_threads(void *(*f)(void *), void *(*g)(void *)) {
  pthread_t t, u;
  pthread_create(&t, NULL, f, NULL);
  pthread_create(&u, NULL, g, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
#define TWO_THREADS(f, g) \
  int main(void) { return two_threads(f, g); }
