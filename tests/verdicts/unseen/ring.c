// A ring of two slots between one producer and one consumer, without any lock: right, under sequential consistency.
// OMEN: verdict slots PUT GET class single-ordering
// OMEN: verdict tail PUBLISH EMPTY class k-witness-harmless
// OMEN: verdict head ADVANCE FULL class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int slots[2];
static volatile unsigned head, tail;

static void *put(void *unused) {
  (void)unused;
  for (unsigned i = 0; i < 4; i++) {
    while (i - head == 2) // @FULL
      sched_yield();
    slots[i % 2] = (int)i * 10; // @PUT
    tail = i + 1;               // @PUBLISH
  }
  return NULL;
}

static void *get(void *unused) {
  (void)unused;
  int sum = 0;
  for (unsigned i = 0; i < 4; i++) {
    while (tail == i) // @EMPTY
      sched_yield();
    sum += slots[i % 2]; // @GET
    head = i + 1;        // @ADVANCE
  }
  printf("%d\n", sum);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, put, NULL);
  pthread_create(&b, NULL, get, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
