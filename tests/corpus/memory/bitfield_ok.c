// Two bit-fields apart: a field of width 0 stands between them.
// OMEN: none
#include "../corpus.h"
struct {
  unsigned a : 4;
  unsigned : 0;
  unsigned b : 4;
} flags;
void *first(void *p) {
  flags.a = 1;
  return p;
}
void *second(void *p) {
  flags.b = 2;
  return p;
}
int main(void) {
  both(first, second);
  return flags.a + flags.b == 0;
}
