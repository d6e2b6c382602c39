// fgets with a size that is not the buffer's, and a long line.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  FILE *f = tmpfile();
  MUST(f && fputs("0123456789abcdefghijklmnopqrstuvwxyz\n", f) >= 0);
  rewind(f);
  char *p = malloc(20);
  char *got = fgets(p, bad ? 24 : 20, f); // @BAD
  printf("%.19s %d\n", p, got == p);
  free(p);
  fclose(f);
  return 0;
}
