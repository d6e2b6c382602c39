// fread of one element too many.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  FILE *f = tmpfile();
  MUST(f && fputs("0123456789abcdefghijklmnopqrstuvwxyz", f) >= 0);
  rewind(f);
  char *p = malloc(20);
  size_t n = fread(p, 4, (size_t)(5 + bad), f); // @BAD
  printf("%.20s %d\n", p, n >= 5);
  free(p);
  fclose(f);
  return 0;
}
