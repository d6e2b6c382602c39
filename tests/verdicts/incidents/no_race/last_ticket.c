// An atomic look, and an atomic step down: not the same as one of both.
// OMEN: incident assertion SUM cause atomicity LOOK TAKE
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
#include <stdatomic.h>
atomic_int left = 3;
void *buy(void *arg) {
  for (int i = 0; i < 2; i++)
    if (atomic_load(&left) > 0)   // @LOOK
      atomic_fetch_sub(&left, 1); // @TAKE
  return arg;
}
int main(void) {
  both(buy, buy);
  assert(atomic_load(&left) >= 0); // @SUM
  return 0;
}
