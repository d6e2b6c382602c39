// Only the last of three is given back by both.
// OMEN: verdict mine ASK SET class spec-violated consequence double-free
#include "../../corpus/corpus.h"
volatile int mine[3] = {0, 0, 0};
char *block[3];
void *asker(void *p) {
  for (int i = 0; i < 3; i++)
    if (mine[i]) free(block[2]); // @ASK
  return p;
}
void *setter(void *p) {
  for (int i = 0; i < 3; i++) mine[i] = i == 2; // @SET
  return p;
}
int main(void) {
  for (int i = 0; i < 3; i++) block[i] = malloc(24);
  both(asker, setter);
  free(block[2]);
  return 0;
}
