// strlen walks over a string whose end the other thread moves.
// OMEN: race text A:r B:w
// OMEN: twin strlen_ok.c
#include "../corpus.h"
char text[32] = "short";
NOINLINE size_t length(const char *s) { return strlen(s); } // @A
void *first(void *p) { return (void *)length(text); }
void *second(void *p) {
  text[2] = 0; // @B
  return p;
}
int main(void) {
  both(first, second);
  return 0;
}
