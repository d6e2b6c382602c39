// What is in the box is looked at only if it is there when it is taken out.
// OMEN: no-incident
// OMEN: verdict mode SWITCH ASK class k-witness-harmless
// OMEN: maybe box TAKE OPEN class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, got;
volatile int mode;
int *volatile box = &value;
void *user(void *arg) {
  if (mode) {       // @ASK
    int *now = box; // @OPEN
    if (now) got = *now;
  }
  return arg;
}
void *switcher(void *arg) {
  mode = 1; // @SWITCH
  return arg;
}
void *taker(void *arg) {
  box = NULL; // @TAKE
  return arg;
}
int main(void) {
  pthread_t t[3] = {start(user, NULL), start(switcher, NULL), start(taker, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
