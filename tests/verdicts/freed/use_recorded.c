// Recorded in the order that uses what was given back, which goes unnoticed in that run.
// OMEN: verdict * USE FREE class spec-violated consequence use-after-free
// OMEN: finding use-after-free USE
#include "../../corpus/corpus.h"
int *box;
void *owner(void *p) {
  free(box); // @FREE
  return p;
}
void *user(void *p) {
  *box = 1; // @USE
  return p;
}
int main(void) {
  box = malloc(sizeof *box);
  both(owner, user);
  return 0;
}
