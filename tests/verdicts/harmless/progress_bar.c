// Progress is watched, and shown only in tenths that the work cannot reach.
// OMEN: verdict progress A B class k-witness-harmless
#include "../../corpus/corpus.h"
volatile int progress;
void *worker(void *p) {
  for (int i = 0; i < 9; i++) progress++; // @A
  return p;
}
void *watcher(void *p) {
  for (int i = 0; i < 3; i++)
    if (progress / 10) puts("a tenth"); // @B
  return p;
}
int main(void) {
  both(worker, watcher);
  return 0;
}
