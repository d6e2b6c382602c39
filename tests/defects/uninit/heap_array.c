// One element of an array of pointers was left out.
// OMEN: defect uninitialised
// OMEN: end signal 11
// OMEN: asan-blind it does not look for uninitialised memory
#include "../defects.h"
static int **volatile rows;
int main(void) {
  int cells[4] = {0};
  rows = malloc(4 * sizeof *rows);
  for (int i = bad; i < 4; i++) rows[i] = &cells[i];
  for (int i = 3; i >= 0; i--) *rows[i] = i; // @BAD
  printf("%d\n", cells[1]);
  free(rows);
  return 0;
}
