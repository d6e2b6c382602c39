// The flag is raised before the data is there. In the recorded run the consumer comes first and finds no flag, so that it
// never looks at the data: that race only the failing run has. Late flag or early data, either prevents it.
// OMEN: incident crash USE cause race flag RAISE ASK
// OMEN: or cause race data FILL USE
// OMEN: or cause races flag RAISE ASK + data FILL USE
// OMEN: verdict flag RAISE ASK class spec-violated consequence crash
// OMEN: maybe data FILL USE class spec-violated consequence crash
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
  flag = 1;      // @RAISE
  data = &value; // @FILL
  return arg;
}
int main(void) {
  both(consumer, producer);
  return 0;
}
