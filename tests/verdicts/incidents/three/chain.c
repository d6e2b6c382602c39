// A raises the limit, B derives the index from it, C writes there. In the recorded run they come as C, B, A; it fails only
// if both orders are turned round, and each of the two is needed.
// OMEN: incident overflow ACT cause race limit RAISE CHECK
// OMEN: or cause race position SET ACT
// OMEN: or cause races limit RAISE CHECK + position SET ACT
// OMEN: verdict limit RAISE CHECK class spec-violated consequence overflow
// OMEN: maybe position SET ACT class spec-violated consequence overflow
// OMEN: levels O2
// OMEN: maybe limit RAISE SET class k-witness-harmless
#include "../../../corpus/corpus.h"
volatile int limit = 4, position, items[4];
void *actor(void *arg) {
  items[position] = 1; // @ACT
  return arg;
}
void *checker(void *arg) {
  if (limit > 4)        // @CHECK
    position = limit - 1; // @SET
  return arg;
}
void *setter(void *arg) {
  limit = 10; // @RAISE
  return arg;
}
int main(void) {
  pthread_t t[3] = {start(actor, NULL), start(checker, NULL), start(setter, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
