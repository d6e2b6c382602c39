// Loaded once.
// OMEN: no-incident
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <stdatomic.h>
atomic_int width = 4;
volatile int hits;
int table[4];
void *writer(void *arg) {
  hits++; // @A
  int now = atomic_load(&width);
  if (now <= 4) table[now - 1] = 1;
  return arg;
}
void *widen(void *arg) {
  hits++; // @B
  atomic_store(&width, 8);
  return arg;
}
int main(void) {
  both(writer, widen);
  return 0;
}
