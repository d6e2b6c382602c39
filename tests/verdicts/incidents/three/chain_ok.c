// The array is as large as the limit can become.
// OMEN: no-incident
// OMEN: verdict limit RAISE CHECK class k-witness-harmless
// OMEN: maybe position SET ACT class k-witness-harmless
// OMEN: levels O2
// OMEN: maybe limit RAISE SET class k-witness-harmless
#include "../../../corpus/corpus.h"
volatile int limit = 4, position, items[10];
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
