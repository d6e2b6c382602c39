// Added atomically: it may be checked or not.
// OMEN: no-incident
// OMEN: verdict strict ASK DEMAND class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
#include <stdatomic.h>
volatile int strict, checked;
atomic_int count;
void *asker(void *arg) {
  checked = strict; // @ASK
  return arg;
}
void *demander(void *arg) {
  strict = 1; // @DEMAND
  return arg;
}
void *adder(void *arg) {
  atomic_fetch_add(&count, 1);
  return arg;
}
int main(void) {
  pthread_t t[4] = {start(asker, NULL), start(demander, NULL), start(adder, NULL), start(adder, NULL)};
  for (int i = 0; i < 4; i++) finish(t[i]);
  assert(!checked || count == 2);
  return 0;
}
