// Waiting that grows from look to look; the data is on the heap.
// OMEN: verdict * FILL USE class single-ordering proof proved
// OMEN: verdict ready SET ASK class k-witness-harmless
#include "../../corpus/corpus.h"
volatile int ready;
int *box;
void *setter(void *p) {
  *box = 9;  // @FILL
  ready = 1; // @SET
  return p;
}
void *waiter(void *p) {
  struct timespec t = {0, 1000};
  while (!ready) { // @ASK
    nanosleep(&t, NULL);
    if (t.tv_nsec < 1000000) t.tv_nsec *= 2;
  }
  printf("%d\n", *box); // @USE
  return p;
}
int main(void) {
  box = malloc(sizeof *box);
  MUST(box);
  both(setter, waiter);
  free(box);
  return 0;
}
