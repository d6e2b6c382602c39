// A barrier made of a counter and a loop; each then reads what the other wrote before it.
// OMEN: maybe arrived * * class k-witness-harmless
// OMEN: verdict from_left SET_LEFT GET_LEFT class single-ordering
// OMEN: verdict from_right SET_RIGHT GET_RIGHT class single-ordering
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int arrived, from_left, from_right;

static void barrier(void) {
  __atomic_fetch_add(&arrived, 1, __ATOMIC_RELAXED);
  while (arrived < 2) sched_yield();
}

static void *left(void *unused) {
  (void)unused;
  from_left = 3; // @SET_LEFT
  barrier();
  int got = from_right; // @GET_RIGHT
  printf("%d\n", got);
  return NULL;
}

static void *right(void *unused) {
  (void)unused;
  from_right = 3; // @SET_RIGHT
  barrier();
  int got = from_left; // @GET_LEFT
  printf("%d\n", got);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
