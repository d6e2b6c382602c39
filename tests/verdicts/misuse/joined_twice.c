// Whether the helper is still to be joined is asked before it was said: then both join it.
// OMEN: verdict joined SAY ASK class spec-violated consequence misuse
#include "../../corpus/corpus.h"
pthread_t helper;
int joined;
void *help(void *p) { return p; }
void *one(void *p) {
  joined = 1; // @SAY
  pthread_detach(helper);
  return p;
}
void *two(void *p) {
  if (!joined) // @ASK
    pthread_detach(helper);
  return p;
}
int main(void) {
  helper = start(help, NULL);
  pthread_t t = start(one, NULL), u = start(two, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
