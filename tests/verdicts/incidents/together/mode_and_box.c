// The box is opened only in the new mode, and it is taken away by a third thread. A mode that comes early is harmless as
// long as the box is there; a box that goes early as long as the mode is old.
// OMEN: incident crash OPEN cause race mode SWITCH ASK
// OMEN: or cause race box TAKE OPEN
// OMEN: or cause races mode SWITCH ASK + box TAKE OPEN
// OMEN: verdict mode SWITCH ASK class spec-violated consequence crash
// OMEN: maybe box TAKE OPEN class spec-violated consequence crash
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, got;
volatile int mode;
int *volatile box = &value;
void *user(void *arg) {
  if (mode)     // @ASK
    got = *box; // @OPEN
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
