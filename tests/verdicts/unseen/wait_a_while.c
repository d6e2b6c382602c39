// A wake-up may be lost, but nobody waits for longer than a while before looking again.
// OMEN: verdict ready SET LOOK class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <time.h>
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
  while (!ready) { // @LOOK
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += 1;
    pthread_cond_timedwait(&wake, &lock, &t);
  }
  pthread_mutex_unlock(&lock);
  puts("ready");
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
