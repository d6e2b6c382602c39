// Taken first, and given back if it was one too many.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
#include <stdatomic.h>
atomic_int left = 3;
void *buy(void *arg) {
  for (int i = 0; i < 2; i++)
    if (atomic_fetch_sub(&left, 1) <= 0) atomic_fetch_add(&left, 1);
  return arg;
}
int main(void) {
  both(buy, buy);
  assert(atomic_load(&left) >= 0);
  return 0;
}
