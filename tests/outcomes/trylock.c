/* A lock that is tried twice: held, free, or free and then held.
 * outcome: 0 - 00/
 * outcome: 0 - 01/
 * outcome: 0 - 10/
 * outcome: 0 - 11/
 */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int got[2];
static void *try_it(void *p) {
  for (int i = 0; i < 2; i++) {
    got[i] = !pthread_mutex_trylock(&m);
    if (got[i]) pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, try_it, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  printf("%d%d\n", got[0], got[1]);
  return 0;
}
