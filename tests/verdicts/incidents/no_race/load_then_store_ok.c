// Stored only if nobody has in between.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
#include <assert.h>
#include <stdatomic.h>
atomic_int total;
void *add(void *arg) {
  int now = atomic_load(&total);
  while (!atomic_compare_exchange_strong(&total, &now, now + 1)) {}
  return arg;
}
int main(void) {
  both(add, add);
  assert(atomic_load(&total) == 2);
  return 0;
}
