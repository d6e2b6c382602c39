// Counters for nobody's eyes: updates may get lost.
// OMEN: verdict hits A A class k-witness-harmless
#include "../../corpus/corpus.h"
int hits;
void *worker(void *p) {
  for (int i = 0; i < 5; i++) hits++; // @A
  return p;
}
int main(void) {
  both(worker, worker);
  puts("done");
  return 0;
}
