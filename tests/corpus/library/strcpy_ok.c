// strcpy into a buffer beside the one that the other thread compares.
// OMEN: none
#include "../corpus.h"
char buf[2][16] = {"old", "old"};
NOINLINE void put(char *d, const char *s) { strcpy(d, s); }
NOINLINE int same(const char *a, const char *b) { return strcmp(a, b); }
void *first(void *p) {
  put(buf[0], p ? "x" : "new");
  return p;
}
void *second(void *p) {
  return (void *)(long)same(buf[1], p ? "x" : "new");
}
int main(void) {
  both(first, second);
  return 0;
}
