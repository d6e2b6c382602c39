// Three threads, each waiting for its stage.
// OMEN: verdict item MAKE CHANGE class single-ordering proof proved
// OMEN: verdict item CHANGE SHOW class single-ordering proof proved
// OMEN: maybe item MAKE SHOW class single-ordering proof proved
// OMEN: verdict stage * * class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int stage;
int item;
void *maker(void *p) {
  item = 1;  // @MAKE
  stage = 1;
  return p;
}
void *changer(void *p) {
  while (stage != 1) sched_yield();
  item += 1; // @CHANGE
  stage = 2;
  return p;
}
void *shower(void *p) {
  while (stage != 2) sched_yield();
  printf("%d\n", item); // @SHOW
  return p;
}
int main(void) {
  pthread_t t[3] = {start(maker, NULL), start(changer, NULL), start(shower, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
