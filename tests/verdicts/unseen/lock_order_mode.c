// The order of two locks depends on a mode. Who reads the old mode locks against whoever has set the new one.
// OMEN: verdict sweeping LOOK ENTER class spec-violated consequence deadlock
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t from = PTHREAD_MUTEX_INITIALIZER, to = PTHREAD_MUTEX_INITIALIZER;
static volatile int sweeping;

static void both(pthread_mutex_t *x, pthread_mutex_t *y) {
  pthread_mutex_lock(x);
  pthread_mutex_lock(y);
  pthread_mutex_unlock(y);
  pthread_mutex_unlock(x);
}

static void *transfer(void *unused) {
  (void)unused;
  if (sweeping) // @LOOK
    both(&to, &from);
  else
    both(&from, &to);
  return NULL;
}

static void *sweep(void *unused) {
  (void)unused;
  sweeping = 1; // @ENTER
  both(&to, &from);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, transfer, NULL);
  pthread_create(&b, NULL, sweep, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
