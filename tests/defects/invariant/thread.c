// One of two threads takes more than there is, under the lock.
// OMEN: defect invariant write
// OMEN: options --invariant 'balance >= 0 && balance < 1000'
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long balance = 100;
static void *taker(void *p) {
  pthread_mutex_lock(&m);
  long want = 60;
  if (bad || balance >= want) balance -= want; // @BAD
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t = start(taker, NULL), u = start(taker, NULL);
  finish(t);
  finish(u);
  balance = 0;
  puts("done");
  return 0;
}
