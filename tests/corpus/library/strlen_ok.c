// strlen stops at the end; the other thread writes behind it.
// OMEN: none
#include "../corpus.h"
char text[32] = "short";
NOINLINE size_t length(const char *s) { return strlen(s); }
void *first(void *p) { return (void *)length(text); }
void *second(void *p) {
  text[6] = 0;
  return p;
}
int main(void) {
  both(first, second);
  return 0;
}
