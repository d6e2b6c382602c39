/* Two locks in opposite orders.
 * outcome: 0 - done/
 * outcome: 124 deadlock
 */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *both(void *p) {
  pthread_mutex_t *first = p ? &b : &a, *second = p ? &a : &b;
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, both, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  puts("done");
  return 0;
}
