/* A wait with a limit: it may be over before the signal, also when nothing else holds the signal up.
 * outcome: 0 - signalled/
 * outcome: 0 - too late/
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *signal_it(void *p) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  struct timespec until;
  int r = 0;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 10;
  pthread_create(&t, 0, signal_it, 0);
  pthread_mutex_lock(&m);
  while (!ready && r != ETIMEDOUT) r = pthread_cond_timedwait(&c, &m, &until);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  puts(r == ETIMEDOUT ? "too late" : "signalled");
  return 0;
}
