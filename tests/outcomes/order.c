/* Three threads take a mutex in any order.
 * outcome: 0 - 123/
 * outcome: 0 - 132/
 * outcome: 0 - 213/
 * outcome: 0 - 231/
 * outcome: 0 - 312/
 * outcome: 0 - 321/
 */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int order[3], n;
static void *put(void *p) {
  pthread_mutex_lock(&m);
  order[n++] = (int)(long)p;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, put, (void *)(i + 1));
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  printf("%d%d%d\n", order[0], order[1], order[2]);
  return 0;
}
