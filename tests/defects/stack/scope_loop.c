// What a round of a loop had is used by the next.
// OMEN: defect use-after-scope read stack
#include "../defects.h"
static int *last, first = 5;
NOINLINE void keep(int *p) { last = p; }
int main(void) {
  int sum = 0;
  keep(&first);
  for (int i = 0; i < 3; i++) {
    if (i == 1) sum += *last; // @BAD
    int square = i * i;
    keep(&square);
    sum += *last;
    if (!bad) keep(&first);
  }
  printf("%d\n", bad ? 0 : sum);
  return 0;
}
