// A flexible array member is filled further than was asked for.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
struct text {
  size_t n;
  char s[];
};
int main(void) {
  struct text *t = malloc(sizeof *t + 5);
  t->n = 5;
  for (size_t i = 0; i < t->n + (size_t)bad; i++) t->s[i] = 'q'; // @BAD
  printf("%.5s\n", t->s);
  free(t);
  return 0;
}
