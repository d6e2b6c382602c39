// Two files of one byte each: only if both ask for it does the walk go by the other thread's step.
// OMEN: file one \x01
// OMEN: file two \x02
// OMEN: symbolic file:one file:two
// OMEN: verdict step SET USE class k-witness-harmless
// OMEN: multi step SET USE class spec-violated consequence infinite-loop
// OMEN: reveal file one \x05
// OMEN: reveal file two \x05
// OMEN: input files["one"][:1] == b"\x05" and files["two"][:1] == b"\x05"
#include "../../corpus/corpus.h"
volatile int step, place;
static int a, b;
void *setter(void *p) {
  step = 1; // @SET
  return p;
}
void *walker(void *p) {
  int by = step; // @USE
  if (a == 5 && b == 5)
    for (place = 0; place < 4;) place += by;
  return p;
}
static int byte_of(const char *name) {
  FILE *f = fopen(name, "rb");
  int c = f ? getc(f) : EOF;
  if (f) fclose(f);
  return c;
}
int main(void) {
  a = byte_of("one");
  b = byte_of("two");
  both(setter, walker);
  return 0;
}
