// The total is atomic.
// OMEN: no-incident
// OMEN: verdict peak LOOK RAISE class k-witness-harmless
// OMEN: maybe peak RAISE RAISE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
#include <stdatomic.h>
atomic_int total;
volatile int peak;
void *add(void *arg) {
  for (int i = 0; i < 3; i++) {
    int n = i + 1;
    if (n > peak) // @LOOK
      peak = n;   // @RAISE
    atomic_fetch_add(&total, n);
  }
  return arg;
}
int main(void) {
  both(add, add);
  assert(total == 12);
  return 0;
}
