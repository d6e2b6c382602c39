// printf reads a string while the other thread writes into it.
// OMEN: race text A:r B:w
// OMEN: twin printf_string_ok.c
#include "../corpus.h"
char text[] = "some text", other[16];
NOINLINE void show(const char *s) { printf("%s\n", s); } // @A
void *first(void *p) {
  show(text);
  return p;
}
void *second(void *p) {
  text[0] = 'S'; // @B
  return p;
}
int main(void) {
  both(first, second);
  return 0;
}
