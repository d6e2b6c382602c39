// Each thread claims the slots that nobody has. One slot is claimed by both if both look before either writes.
// OMEN: incident assertion SUM cause race owner CHECK CLAIM
// OMEN: verdict owner CHECK CLAIM class spec-violated consequence assertion
// OMEN: maybe owner CLAIM CLAIM class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int owner[3];
void *claim(void *arg) {
  long mine = 0;
  for (int i = 0; i < 3; i++)
    if (!owner[i]) {                // @CHECK
      owner[i] = (int)(intptr_t)arg; // @CLAIM
      mine++;
    }
  return (void *)mine;
}
int main(void) {
  pthread_t a = start(claim, (void *)1), b = start(claim, (void *)2);
  long claims = (long)finish(a) + (long)finish(b);
  assert(claims == 3); // @SUM
  return 0;
}
