// A walk reads its step anew each time. Whoever pauses it by setting the step to 0 hangs it, unless it has ended.
// OMEN: verdict step WALK PAUSE class spec-violated consequence infinite-loop
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int step = 1;

static void *walk(void *unused) {
  (void)unused;
  for (int at = 0; at < 4;) at += step; // @WALK
  return NULL;
}

static void *pause_it(void *unused) {
  (void)unused;
  step = 0; // @PAUSE
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, walk, NULL);
  pthread_create(&b, NULL, pause_it, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
