// Two workers count themselves as finished; main waits until both are. A lost increment, and it waits for ever.
// OMEN: verdict finished COUNT COUNT class spec-violated consequence infinite-loop
// OMEN: verdict finished COUNT AWAIT class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int finished;

static void *work(void *unused) {
  (void)unused;
  finished++; // @COUNT
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  while (finished < 2) // @AWAIT
    sched_yield();
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
