// When the block is full, it grows: first the capacity is raised, then the larger block is put in place. Another thread
// believes the capacity and uses the small block. The raise must have come before its look, and its use before the swap.
// OMEN: incident overflow USE cause race data USE SWAP
// OMEN: or cause race capacity RAISE CHECK
// OMEN: verdict data USE SWAP class spec-violated consequence overflow
// OMEN: verdict capacity RAISE CHECK class k-witness-harmless
// OMEN: maybe capacity RAISE CHECK class spec-violated consequence overflow
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int *volatile data;
volatile int capacity = 4;
int *large;
void *grow(void *arg) {
  capacity = 8; // @RAISE
  data = large; // @SWAP
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
