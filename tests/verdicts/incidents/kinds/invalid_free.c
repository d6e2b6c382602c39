// What is freed is not what was allocated: another thread has moved the pointer on.
// OMEN: incident invalid-free FREE cause race block MOVE FREE
// OMEN: verdict block MOVE FREE class spec-violated consequence invalid-free
// OMEN: levels O2
#include "../../../corpus/corpus.h"
char *volatile block;
void *release(void *arg) {
  free(block); // @FREE
  return arg;
}
void *skip(void *arg) {
  block = block + 1; // @MOVE
  return arg;
}
int main(void) {
  block = malloc(8);
  both(release, skip);
  return 0;
}
