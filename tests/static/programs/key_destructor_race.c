// SCAN: race sum
#include "scan.h"
static pthread_key_t key;
int sum;
static void leave(void *p) { sum += *(int *)p; }
static void *work(void *a) {
  pthread_setspecific(key, a);
  return 0;
}
int main(void) {
  pthread_t t, u;
  int one = 1, two = 2;
  pthread_key_create(&key, leave);
  pthread_create(&t, 0, work, &one);
  pthread_create(&u, 0, work, &two);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
