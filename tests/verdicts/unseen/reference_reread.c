// References are dropped atomically, but whether any is left is read again: two threads may both find none.
// OMEN: verdict references DROP LOOK class spec-violated consequence crash
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int storage = 1;
static volatile int *volatile object = &storage;
static volatile int references = 2;

static void *drop(void *unused) {
  (void)unused;
  __atomic_fetch_sub(&references, 1, __ATOMIC_RELAXED); // @DROP
  if (references == 0) {                                // @LOOK
    *object = 0;
    object = NULL;
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, drop, NULL);
  pthread_create(&b, NULL, drop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
