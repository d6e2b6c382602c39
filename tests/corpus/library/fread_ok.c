// fread fills a buffer that is read after the join.
// OMEN: none
#include "../corpus.h"
char buf[64];
NOINLINE size_t load(FILE *f) { return fread(buf, 1, sizeof buf, f); }
NOINLINE int look(void) { return buf[20]; }
void *first(void *p) {
  FILE *f = fopen("/dev/zero", "r");
  MUST(f);
  MUST(load(f) == sizeof buf);
  fclose(f);
  return p;
}
void *second(void *p) { return (void *)(long)look(); }
int main(void) {
  finish(start(first, NULL));
  finish(start(second, NULL));
  return 0;
}
