// Two threads draw from rand(), which libc locks: what each prints depends on the schedule, and on nobody's race.
// OMEN: verdict draws COUNT COUNT class k-witness-harmless
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static volatile int draws;
static void *dice(void *p) {
  for (int i = 0; i < 3; i++) {
    draws = draws + 1; // @COUNT
    printf("%ld: %d\n", (long)p, rand() % 6 + 1);
  }
  return NULL;
}
int main(void) {
  pthread_t a, b;
  srand(4);
  pthread_create(&a, NULL, dice, (void *)1L);
  pthread_create(&b, NULL, dice, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
