// Two consumers look whether the pool has an item left; both may see the last, and the second takes what lies below.
// OMEN: verdict count LOOK TAKE class spec-violated consequence crash
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct pool {
  int *below, *slots[2];
};
static volatile int count = 1;
static int item = 5;
static struct pool pool = {NULL, {&item, NULL}};

static void *take(void *unused) {
  (void)unused;
  int **slots = pool.slots;
  if (count > 0) {    // @LOOK
    int at = --count; // @TAKE
    volatile int *mine = slots[at];
    return (void *)(long)*mine;
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
