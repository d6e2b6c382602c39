// "Done" is said too early: the other thread gives back what is still in use.
// OMEN: verdict done ASK SAY class spec-violated consequence use-after-free
// OMEN: maybe * * * class spec-violated consequence use-after-free
// OMEN: maybe * * * class single-ordering
#include "../../corpus/corpus.h"
volatile int done;
char *work;
void *cleaner(void *p) {
  if (done) { // @ASK
    free(work);
    work = NULL;
  }
  return p;
}
void *worker(void *p) {
  char *mine = work;
  mine[0] = 1;
  done = 1; // @SAY
  mine[1] = 2;
  return p;
}
int main(void) {
  work = malloc(8);
  both(cleaner, worker);
  return 0;
}
