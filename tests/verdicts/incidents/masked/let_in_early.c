// A helper opens the gate where nobody has announced that something is being made: then the user comes too early, and
// dies. What it reads besides comes in one order only in all runs that end well, and in the other in that one.
// OMEN: incident crash USE cause race box MAKE USE
// OMEN: or cause race ready OPEN|OPENED GATE
// OMEN: or cause order ANNOUNCE ASK
// OMEN: verdict box MAKE USE class spec-violated consequence crash
// OMEN: maybe count COUNT READ class not-judged
// OMEN: maybe count COUNT READ class k-witness-harmless
// OMEN: maybe ready * * class k-witness-harmless
// OMEN: maybe ready * * class single-ordering
// OMEN: maybe ready * * class spec-violated consequence crash
// OMEN: maybe ready * * class not-judged
#include "../../../corpus/corpus.h"
#include <sched.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value = 7, announced, count, last;
int *box;
volatile int ready;
void *maker(void *arg) {
  pthread_mutex_lock(&m);
  announced = 1; // @ANNOUNCE
  pthread_mutex_unlock(&m);
  count = 1;    // @COUNT
  box = &value; // @MAKE
  ready = 1;    // @OPENED
  return arg;
}
void *helper(void *arg) {
  pthread_mutex_lock(&m);
  int nobody = !announced; // @ASK
  pthread_mutex_unlock(&m);
  if (nobody) ready = 1; // @OPEN
  return arg;
}
void *user(void *arg) {
  while (!ready) sched_yield(); // @GATE
  last = count;         // @READ
  printf("%d\n", *box); // @USE
  return arg;
}
int main(void) {
  body *all[] = {maker, helper, user};
  pthread_t t[3];
  for (int i = 0; i < 3; i++) t[i] = start(all[i], NULL);
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
