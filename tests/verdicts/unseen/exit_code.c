// The last to end decides the exit status.
// OMEN: verdict result FAIL SUCCEED class output-differs consequence output
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int result = 9;

static void *fail(void *unused) {
  (void)unused;
  result = 3; // @FAIL
  return NULL;
}

static void *succeed(void *unused) {
  (void)unused;
  result = 0; // @SUCCEED
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, fail, NULL);
  pthread_create(&b, NULL, succeed, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return result;
}
