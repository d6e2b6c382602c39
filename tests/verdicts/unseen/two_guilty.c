// Two races, two consequences: a count that is printed, and a handler that is taken away.
// OMEN: verdict requests SERVED REFUSED class output-differs consequence output
// OMEN: verdict handler LOOK UNSET class spec-violated consequence crash
// OMEN: verdict handler CALL UNSET class spec-violated consequence crash
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void handle(void) {}
static void (*volatile handler)(void) = handle;
static volatile int requests;

static void *serve(void *unused) {
  (void)unused;
  if (handler) // @LOOK
    handler(); // @CALL
  requests++;  // @SERVED
  return NULL;
}

static void *stop(void *unused) {
  (void)unused;
  requests++;     // @REFUSED
  handler = NULL; // @UNSET
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, serve, NULL);
  pthread_create(&b, NULL, stop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("requests %d\n", requests);
  return 0;
}
