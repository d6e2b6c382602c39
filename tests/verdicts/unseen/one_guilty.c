// Three races, of which one is to blame: the table that is taken away while it is in use.
// OMEN: verdict table LOOK TAKE_AWAY class spec-violated consequence crash
// OMEN: verdict table USE TAKE_AWAY class spec-violated consequence crash
// OMEN: verdict busy COUNT_IN COUNT_OUT class k-witness-harmless
// OMEN: verdict verbose QUIET1 QUIET2 class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int entries[4] = {1, 2, 3, 4};
static volatile int *volatile table = entries;
static volatile int busy, verbose = 1;

static void *serve(void *unused) {
  (void)unused;
  verbose = 0; // @QUIET1
  busy++;      // @COUNT_IN
  int sum = 0;
  if (table)        // @LOOK
    sum = table[2]; // @USE
  return (void *)(long)sum;
}

static void *stop(void *unused) {
  (void)unused;
  busy--;       // @COUNT_OUT
  table = NULL; // @TAKE_AWAY
  verbose = 0;  // @QUIET2
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, serve, NULL);
  pthread_create(&b, NULL, stop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
