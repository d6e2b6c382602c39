// fwrite reads a buffer after the other thread filled it.
// OMEN: none
#include "../corpus.h"
char buf[64];
NOINLINE void save(FILE *f) { MUST(fwrite(buf, 1, sizeof buf, f) == sizeof buf); }
NOINLINE void fill(int v) { memset(buf, v, sizeof buf); }
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
  finish(start(second, NULL));
  finish(start(first, NULL));
  return 0;
}
