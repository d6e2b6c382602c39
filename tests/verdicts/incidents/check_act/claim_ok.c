// Claimed by comparing and exchanging; a look beforehand saves some of the tries, whatever it sees.
// OMEN: no-incident
// OMEN: verdict hint CHECK CLAIM class k-witness-harmless
// OMEN: maybe hint CLAIM CLAIM class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
#include <stdatomic.h>
volatile int hint[3];
atomic_int owner[3];
void *claim(void *arg) {
  long mine = 0;
  for (int i = 0; i < 3; i++) {
    int nobody = 0;
    if (hint[i]) continue; // @CHECK
    if (atomic_compare_exchange_strong(&owner[i], &nobody, (int)(intptr_t)arg)) mine++;
    hint[i] = 1; // @CLAIM
  }
  return (void *)mine;
}
int main(void) {
  pthread_t a = start(claim, (void *)1), b = start(claim, (void *)2);
  long claims = (long)finish(a) + (long)finish(b);
  assert(claims == 3);
  return 0;
}
