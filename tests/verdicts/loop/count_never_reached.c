// The main thread waits until both have counted; a lost count is waited for for ever.
// OMEN: verdict count ONE TWO class spec-violated consequence infinite-loop
// OMEN: maybe count ONE ALL class k-witness-harmless
// OMEN: maybe count TWO ALL class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int count;
void *one(void *p) {
  count++; // @ONE
  return p;
}
void *two(void *p) {
  count++; // @TWO
  return p;
}
int main(void) {
  pthread_t a = start(one, NULL), b = start(two, NULL);
  while (count != 2) // @ALL
    sched_yield();
  finish(a);
  finish(b);
  return 0;
}
