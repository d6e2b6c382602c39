// What is read and then written is given back by the other thread. Freed before the read, the read is wrong; freed between the
// two, the write is: each is its own pair's doing, although both orders of the read have a use after free.
// OMEN: verdict * READ FREE class spec-violated consequence use-after-free
// OMEN: verdict * WRITE FREE class spec-violated consequence use-after-free
#include "../../corpus/corpus.h"
int *box;
void *user(void *p) {
  int n = *box; // @READ
  *box = n + 1; // @WRITE
  return p;
}
void *owner(void *p) {
  free(box); // @FREE
  return p;
}
int main(void) {
  box = malloc(sizeof *box);
  *box = 1;
  both(user, owner);
  return 0;
}
