// fread fills a buffer that the other thread reads.
// OMEN: race buf A:w B:r
// OMEN: twin fread_ok.c
#include "../corpus.h"
char buf[64];
NOINLINE size_t load(FILE *f) { return fread(buf, 1, sizeof buf, f); } // @A
NOINLINE int look(void) { return buf[20]; } // @B
void *first(void *p) {
  FILE *f = fopen("/dev/zero", "r");
  MUST(f);
  MUST(load(f) == sizeof buf);
  fclose(f);
  return p;
}
void *second(void *p) { return (void *)(long)look(); }
int main(void) {
  both(first, second);
  return 0;
}
