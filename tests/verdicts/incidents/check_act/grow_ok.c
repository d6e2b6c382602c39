// The larger block is put in place before the capacity is raised.
// OMEN: no-incident
// OMEN: verdict data USE SWAP class k-witness-harmless
// OMEN: verdict capacity RAISE CHECK class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int *volatile data;
volatile int capacity = 4;
int *large;
void *grow(void *arg) {
  data = large; // @SWAP
  capacity = 8; // @RAISE
  return arg;
}
void *put(void *arg) {
  for (int i = 0; i < 6; i++)
    if (i < capacity) // @CHECK
      data[i] = i;    // @USE
  return arg;
}
int main(void) {
  int *small = calloc(4, sizeof *small);
  data = small;
  large = calloc(8, sizeof *large);
  both(grow, put);
  free(small);
  free(large);
  return 0;
}
