// Places are given out by an atomic counter; whoever gets one that is not there leaves it. The highest place so far is
// kept without care, for nobody.
// OMEN: no-incident
// OMEN: verdict highest NOTE NOTE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <stdatomic.h>
atomic_int length;
volatile int highest;
int items[5];
void *append(void *arg) {
  for (int i = 0; i < 2; i++) {
    int place = atomic_fetch_add(&length, 1);
    if (place < 5) items[place] = i;
    highest = place; // @NOTE
  }
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) t[i] = start(append, NULL);
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
