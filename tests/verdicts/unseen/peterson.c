// Peterson's algorithm, which needs nothing but memory that is sequentially consistent.
// OMEN: verdict counter ADD0 ADD1 class single-ordering
// OMEN: maybe wants * * class k-witness-harmless
// OMEN: maybe turn * * class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int wants[2], turn;
static volatile int counter;

static void *zero(void *unused) {
  (void)unused;
  wants[0] = 1;
  turn = 1;
  while (wants[1] && turn == 1) sched_yield();
  counter = counter + 1; // @ADD0
  wants[0] = 0;
  return NULL;
}

static void *one(void *unused) {
  (void)unused;
  wants[1] = 1;
  turn = 0;
  while (wants[0] && turn == 0) sched_yield();
  counter = counter + 1; // @ADD1
  wants[1] = 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, zero, NULL);
  pthread_create(&b, NULL, one, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", counter);
  return 0;
}
