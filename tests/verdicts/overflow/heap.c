// The size is raised before the table is: with the order flipped, the write goes just behind the block.
// OMEN: verdict size USE RAISE class spec-violated consequence overflow
#include "../../corpus/corpus.h"
volatile int size = 4;
int *table;
void *user(void *p) {
  table[size - 1] = 1; // @USE
  return p;
}
void *raiser(void *p) {
  size = 5; // @RAISE
  return p;
}
int main(void) {
  table = calloc(4, sizeof *table);
  both(user, raiser);
  printf("%d\n", table[3]);
  free(table);
  return 0;
}
