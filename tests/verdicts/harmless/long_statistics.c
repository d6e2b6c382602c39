// Many thousand racing updates, none of which is looked at.
// OMEN: verdict hits A A class k-witness-harmless
#include "../../corpus/corpus.h"
volatile long hits;
void *worker(void *p) {
  for (int i = 0; i < 20000; i++) hits++; // @A
  return p;
}
int main(void) {
  both(worker, worker);
  puts(hits > 0 ? "some" : "none");
  return 0;
}
