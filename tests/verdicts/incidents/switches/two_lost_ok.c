// As many as can be lost are forgiven: two remain, whatever happens.
// OMEN: no-incident
// OMEN: verdict count ADD ADD class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int count;
void *add(void *arg) {
  for (int i = 0; i < 2; i++) count++; // @ADD
  return arg;
}
int main(void) {
  both(add, add);
  assert(count >= 2);
  return 0;
}
