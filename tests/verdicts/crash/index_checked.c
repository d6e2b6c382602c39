// Figure 4 of the Portend paper: the bound is checked, and the index is read again for the use.
// OMEN: verdict id CHECK GROW class spec-violated consequence crash
// OMEN: verdict id USE GROW class spec-violated consequence crash
#include "../../corpus/corpus.h"
enum { MAX_SIZE = 8 };
volatile long id = 3;
long stats[MAX_SIZE];
void *update(void *p) {
  if (id < MAX_SIZE) // @CHECK
    stats[id] = 1;   // @USE
  return p;
}
void *requests(void *p) {
  id = 1l << 40; // @GROW
  return p;
}
int main(void) {
  both(update, requests);
  return 0;
}
