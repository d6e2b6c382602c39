// Figure 8 (a) of the Portend paper (ctrace): both threads may find it initialised, and free it twice.
// OMEN: verdict initialized ASK CLEAR class spec-violated consequence double-free
// OMEN: maybe initialized CLEAR CLEAR class spec-violated consequence double-free
#include "../../corpus/corpus.h"
volatile int initialized = 1;
char *threads[2];
void *clean_up(void *p) {
  if (initialized) { // @ASK
    for (int i = 0; i < 2; ++i) free(threads[i]);
    initialized = 0; // @CLEAR
  }
  return p;
}
int main(void) {
  for (int i = 0; i < 2; i++) threads[i] = malloc(10);
  both(clean_up, clean_up);
  return 0;
}
