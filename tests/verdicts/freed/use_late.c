// Four parts, of which the last alone is given back.
// OMEN: verdict state ASK SET class spec-violated consequence use-after-free
#include "../../corpus/corpus.h"
volatile int state[4];
int *part[4], sum;
void *reader(void *p) {
  for (int i = 0; i < 4; i++) {
    if (state[i]) free(part[i]); // @ASK
    sum += *part[i];
  }
  return p;
}
void *setter(void *p) {
  for (int i = 0; i < 4; i++) state[i] = i == 3; // @SET
  return p;
}
int main(void) {
  for (int i = 0; i < 4; i++) part[i] = calloc(1, sizeof **part);
  both(reader, setter);
  return 0;
}
