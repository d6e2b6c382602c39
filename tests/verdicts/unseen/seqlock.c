// A sequence lock: the reader sees torn values and throws them away.
// OMEN: maybe sequence * * class k-witness-harmless
// OMEN: verdict low SET_LOW GET_LOW class k-witness-harmless
// OMEN: verdict high SET_HIGH GET_HIGH class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <assert.h>
static volatile unsigned sequence;
static volatile int low = 1, high = 1;

static void *update(void *unused) {
  (void)unused;
  sequence = sequence + 1;
  low = 2;  // @SET_LOW
  high = 2; // @SET_HIGH
  sequence = sequence + 1;
  return NULL;
}

static void *look(void *unused) {
  (void)unused;
  unsigned before;
  int l, h;
  do {
    before = sequence;
    l = low;  // @GET_LOW
    h = high; // @GET_HIGH
  } while (before % 2 || before != sequence);
  assert(l == h);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, update, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
