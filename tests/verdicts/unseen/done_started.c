// A monitor reads the number of started jobs before that of finished ones: in between a job may start and end.
// OMEN: verdict started READ_STARTED START class spec-violated consequence assertion
// OMEN: verdict done READ_DONE DONE class spec-violated consequence assertion
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <assert.h>
static volatile int started, done;

static void *watch(void *unused) {
  (void)unused;
  int s = started; // @READ_STARTED
  int d = done;    // @READ_DONE
  assert(d <= s);
  return NULL;
}

static void *work(void *unused) {
  (void)unused;
  started = started + 1; // @START
  done = done + 1;       // @DONE
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, watch, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
