// Three workers count themselves done without a lock; main waits until all are. A lost count is waited for in vain.
// OMEN: verdict done COUNT COUNT class spec-violated consequence infinite-loop
// OMEN: verdict done COUNT WAIT class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
static volatile int done;
static void *work(void *p) {
  done = done + 1; // @COUNT
  return p;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, work, NULL);
  while (done < 3) // @WAIT
    sched_yield();
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  puts("all done");
  return 0;
}
