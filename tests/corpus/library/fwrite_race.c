// fwrite reads a buffer while the other thread fills it.
// OMEN: race buf A:r B:w
// OMEN: twin fwrite_ok.c
#include "../corpus.h"
char buf[64];
NOINLINE void save(FILE *f) { MUST(fwrite(buf, 1, sizeof buf, f) == sizeof buf); } // @A
NOINLINE void fill(int v) { memset(buf, v, sizeof buf); } // @B
void *first(void *p) {
  FILE *f = tmpfile();
  MUST(f);
  save(f);
  fclose(f);
  return p;
}
void *second(void *p) {
  fill('b');
  return p;
}
int main(void) {
  both(first, second);
  return 0;
}
