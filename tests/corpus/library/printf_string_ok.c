// printf reads a string that nobody writes any more.
// OMEN: none
#include "../corpus.h"
char text[] = "some text", other[16];
NOINLINE void show(const char *s) { printf("%s\n", s); }
void *first(void *p) {
  show(text);
  return p;
}
void *second(void *p) {
  other[0] = 'S';
  return p;
}
int main(void) {
  both(first, second);
  return 0;
}
