// Taken by one atomic step: who gets a number below zero has none, and looks at nothing.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <stdatomic.h>
atomic_int count = 3;
int stack[3] = {7, 7, 7};
void *pop(void *arg) {
  int n, sum = 0;
  while ((n = atomic_fetch_sub(&count, 1)) > 0) sum += stack[n - 1];
  return sum < 0 ? arg : NULL;
}
int main(void) {
  both(pop, pop);
  return 0;
}
