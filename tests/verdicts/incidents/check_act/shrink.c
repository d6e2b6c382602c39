// A reader goes through a table as long as it is; a thread puts a shorter one in its place, first the table, then the
// size. Who looked at the size before and at the table after reads behind the short one.
// OMEN: incident overflow USE cause race table SWAP USE
// OMEN: or cause race size CHECK SHRINK
// OMEN: verdict table SWAP USE class spec-violated consequence overflow
// OMEN: verdict size CHECK SHRINK class spec-violated consequence overflow
// OMEN: maybe size CHECK SHRINK class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int *volatile table;
volatile int size = 4;
int *small;
void *reader(void *arg) {
  long sum = 0;
  for (int i = 0; i < size; i++) // @CHECK
    sum += table[i];             // @USE
  return sum < 0 ? arg : NULL;
}
void *shrinker(void *arg) {
  table = small; // @SWAP
  size = 2;      // @SHRINK
  return arg;
}
int main(void) {
  int *large = calloc(4, sizeof *large);
  table = large;
  small = calloc(2, sizeof *small);
  both(reader, shrinker);
  free(large);
  free(small);
  return 0;
}
