// calloc of n elements, of which the n-th is used.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
struct pair {
  int a, b;
};
static struct pair *pairs;
int main(void) {
  pairs = calloc(7, sizeof *pairs);
  struct pair *last = pairs + 6 + bad;
  last->b = 4; // @BAD
  printf("%d\n", pairs[0].a);
  free(pairs);
  return 0;
}
