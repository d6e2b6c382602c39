// A global error number, as before threads: what is told may be another thread's error.
// OMEN: verdict last_error SET_A SET_B class output-differs consequence output
// OMEN: verdict last_error TELL SET_B class output-differs consequence output
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int last_error;

static void *try_a(void *unused) {
  (void)unused;
  last_error = 1;     // @SET_A
  int e = last_error; // @TELL
  printf("error %d\n", e);
  return NULL;
}

static void *try_b(void *unused) {
  (void)unused;
  last_error = 2; // @SET_B
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, try_a, NULL);
  pthread_create(&b, NULL, try_b, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
