// Flag and signal come without the lock: they fit between the consumer's look and its wait.
// OMEN: verdict ready SET LOOK class spec-violated consequence deadlock
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static volatile int ready;

static void *produce(void *unused) {
  (void)unused;
  ready = 1; // @SET
  pthread_cond_signal(&wake);
  return NULL;
}

static void *consume(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (!ready) // @LOOK
    pthread_cond_wait(&wake, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
