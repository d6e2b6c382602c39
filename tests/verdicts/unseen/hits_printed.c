// Statistics, printed at the end: a lost increment is seen.
// OMEN: verdict hits HIT HIT class output-differs consequence output
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int hits;

static void *serve(void *unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    sched_yield();
    hits++; // @HIT
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, serve, NULL);
  pthread_create(&b, NULL, serve, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("hits %d\n", hits);
  return 0;
}
