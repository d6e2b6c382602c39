/* Three threads take from a stock of one: each checks and takes in two steps. Bad when it goes below zero. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int stock = 1;
static void *taker(void *p) {
  if (atomic_load(&stock) > 0) atomic_fetch_sub(&stock, 1);
  return p;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, taker, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return stock < 0 ? 3 : 0;
}
