// Who gets the lock first is printed; that is no race. The racing value is not looked at.
// OMEN: verdict last A B class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int winner, last;
static void claim(int who) {
  pthread_mutex_lock(&m);
  if (!winner) winner = who;
  pthread_mutex_unlock(&m);
}
void *one(void *p) {
  last = 1; // @A
  claim(1);
  return p;
}
void *two(void *p) {
  last = 2; // @B
  claim(2);
  return p;
}
int main(void) {
  both(one, two);
  printf("winner %d\n", winner);
  return 0;
}
