// Another box, another length, both in order.
// OMEN: no-incident
// OMEN: verdict box TAKE OPEN class k-witness-harmless
// OMEN: verdict length RAISE LOOK class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, other = 8, table[5];
int *volatile box = &value;
volatile int length = 3, got;
void *user(void *arg) {
  got = *box;        // @OPEN
  table[length] = 1; // @LOOK
  return arg;
}
void *taker(void *arg) {
  box = &other; // @TAKE
  length = 4;   // @RAISE
  return arg;
}
int main(void) {
  both(user, taker);
  return 0;
}
