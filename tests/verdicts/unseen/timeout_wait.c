// A wait with a time limit: the result is taken without the lock after the limit; whether it is there depends on the order.
// OMEN: verdict result PUT GET class output-differs consequence output
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;
static volatile int result = -1;
static void *slow(void *p) {
  usleep(50000);
  result = 12; // @PUT
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  pthread_t t;
  struct timespec until;
  pthread_create(&t, NULL, slow, NULL);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += 10000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_nsec -= 1000000000;
    until.tv_sec++;
  }
  pthread_mutex_lock(&lock);
  while (!ready)
    if (pthread_cond_timedwait(&cond, &lock, &until) == ETIMEDOUT)
      break;
  pthread_mutex_unlock(&lock);
  printf("result %d\n", result); // @GET
  pthread_join(t, NULL);
  return 0;
}
