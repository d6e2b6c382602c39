// Progress is shown now and then, unprotected.
// OMEN: verdict percent ADVANCE SHOW class output-differs consequence output
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int percent;

static void *work(void *unused) {
  (void)unused;
  for (int i = 1; i <= 2; i++) {
    usleep(1000);
    percent = 50 * i; // @ADVANCE
  }
  return NULL;
}

static void *show(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    usleep(1500);
    int now = percent; // @SHOW
    printf("%d%%\n", now);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, show, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
