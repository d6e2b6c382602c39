/* Time goes on, sleeps last, waits end. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static double now(clockid_t c) {
  struct timespec t;
  clock_gettime(c, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int main(int argc, char **argv) {
  int ms = argc > 1 ? atoi(argv[1]) : 1;
  double a = now(CLOCK_MONOTONIC), b, day = now(CLOCK_REALTIME);
  usleep((useconds_t)ms * 1000);
  b = now(CLOCK_MONOTONIC);
  printf("slept %s\n", b - a >= ms * 1e-3 ? "enough" : "too short");
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += ms / 1000;
  pthread_mutex_lock(&m);
  int r = pthread_cond_timedwait(&c, &m, &until);
  pthread_mutex_unlock(&m);
  printf("waited: %d\n", r == ETIMEDOUT);
  printf("%s\n", now(CLOCK_REALTIME) >= day + ms * 1e-3 ? "later" : "earlier");
  time_t t = time(NULL);
  printf("%s\n", gmtime(&t)->tm_year > 100 ? "this century" : "long ago");
  return ms > 500;
}
