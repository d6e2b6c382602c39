// Each step is atomic, the update is not.
// OMEN: incident assertion SUM cause atomicity LOAD STORE
// OMEN: none
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
#include <assert.h>
#include <stdatomic.h>
atomic_int total;
void *add(void *arg) {
  int now = atomic_load(&total); // @LOAD
  atomic_store(&total, now + 1); // @STORE
  return arg;
}
int main(void) {
  both(add, add);
  assert(atomic_load(&total) == 2); // @SUM
  return 0;
}
