// One thread uses what the other gives back; in the recorded order the use comes first.
// OMEN: verdict * USE FREE class spec-violated consequence use-after-free
#include "../../corpus/corpus.h"
int *box;
void *user(void *p) {
  *box = 1; // @USE
  return p;
}
void *owner(void *p) {
  free(box); // @FREE
  return p;
}
int main(void) {
  box = malloc(sizeof *box);
  both(user, owner);
  return 0;
}
