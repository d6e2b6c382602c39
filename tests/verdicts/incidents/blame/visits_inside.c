// Two threads count their visits (harmless, nobody looks) between the read and the write of the sum that gets lost.
// OMEN: incident assertion TOTAL cause race sum READ|WRITE READ|WRITE
// OMEN: verdict sum READ WRITE class spec-violated consequence assertion
// OMEN: maybe sum * * class spec-violated consequence assertion
// OMEN: maybe sum * * class k-witness-harmless
// OMEN: verdict visits VISIT VISIT class k-witness-harmless
#include "../../../corpus/corpus.h"
#include <assert.h>
static volatile int sum, visits;
void *add(void *arg) {
  for (int i = 1; i <= 2; i++) {
    int was = sum;  // @READ
    visits++;       // @VISIT
    sum = was + i;  // @WRITE
  }
  return arg;
}
int main(void) {
  both(add, add);
  assert(sum == 6); // @TOTAL
  return 0;
}
