// First the size, then the table, and the reader takes the table before it looks at the size: it sees at worst the large
// table with the small size.
// OMEN: no-incident
// OMEN: verdict table SWAP USE class k-witness-harmless
// OMEN: verdict size CHECK SHRINK class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int *volatile table;
volatile int size = 4;
int *small;
void *reader(void *arg) {
  long sum = 0;
  for (int i = 0;; i++) {
    int *now = table;     // @USE
    if (i >= size) break; // @CHECK
    sum += now[i];
  }
  return sum < 0 ? arg : NULL;
}
void *shrinker(void *arg) {
  size = 2;      // @SHRINK
  table = small; // @SWAP
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
