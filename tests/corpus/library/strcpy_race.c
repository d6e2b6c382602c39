// strcpy into a buffer that the other thread compares.
// OMEN: race buf A:w B:r
// OMEN: twin strcpy_ok.c
#include "../corpus.h"
char buf[2][16] = {"old", "old"};
NOINLINE void put(char *d, const char *s) { strcpy(d, s); } // @A
NOINLINE int same(const char *a, const char *b) { return strcmp(a, b); } // @B
void *first(void *p) {
  put(buf[0], p ? "x" : "new");
  return p;
}
void *second(void *p) {
  return (void *)(long)same(buf[0], p ? "x" : "new");
}
int main(void) {
  both(first, second);
  return 0;
}
