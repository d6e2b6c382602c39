// The third thread uses what the second made of what the first made.
// OMEN: incident crash USE cause race b CARRY USE
// OMEN: or cause race a MAKE CARRY
// OMEN: verdict b CARRY USE class spec-violated consequence crash
// OMEN: verdict a MAKE CARRY class spec-violated consequence crash
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 1, *volatile a, *volatile b;
volatile int got;
void *one(void *arg) {
  a = &value; // @MAKE
  return arg;
}
void *two(void *arg) {
  b = a; // @CARRY
  return arg;
}
void *three(void *arg) {
  got = *b; // @USE
  return arg;
}
int main(void) {
  pthread_t x = start(one, NULL), y = start(two, NULL), z = start(three, NULL);
  finish(x), finish(y), finish(z);
  return 0;
}
