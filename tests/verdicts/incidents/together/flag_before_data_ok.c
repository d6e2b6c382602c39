// The data is there before the flag.
// OMEN: no-incident
// OMEN: verdict flag RAISE ASK class k-witness-harmless
// OMEN: maybe data FILL USE class single-ordering
// OMEN: maybe data FILL USE class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
volatile int flag;
int value = 7, got;
int *volatile data;
void *consumer(void *arg) {
  if (flag)      // @ASK
    got = *data; // @USE
  return arg;
}
void *producer(void *arg) {
  data = &value; // @FILL
  flag = 1;      // @RAISE
  return arg;
}
int main(void) {
  both(consumer, producer);
  return 0;
}
