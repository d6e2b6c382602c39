// Eight threads count without a lock.
// OMEN: verdict count A A class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <assert.h>
int count;
void *worker(void *p) {
  count++; // @A
  return p;
}
int main(void) {
  pthread_t t[8];
  for (int i = 0; i < 8; i++) t[i] = start(worker, NULL);
  for (int i = 0; i < 8; i++) finish(t[i]);
  assert(count == 8);
  return 0;
}
