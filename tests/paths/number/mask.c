// Bits of a hexadecimal number ask for what the other thread may not have brought yet.
// OMEN: args 0x11
// OMEN: symbolic argv
// OMEN: verdict page BRING LOOK class k-witness-harmless
// OMEN: multi page BRING LOOK class spec-violated consequence crash
// OMEN: reveal args 0xa1
// OMEN: input number(args[0], 16) & 0xf0 == 0xa0
#include "../../corpus/corpus.h"
int pages[2] = {1, 2};
int *volatile page;
static unsigned long bits;
void *bringer(void *p) {
  page = &pages[1]; // @BRING
  return p;
}
void *looker(void *p) {
  int *mine = page; // @LOOK
  if ((bits & 0xf0) == 0xa0) printf("%d\n", *mine);
  return p;
}
int main(int argc, char **argv) {
  bits = argc > 1 ? strtoul(argv[1], NULL, 16) : 0;
  both(bringer, looker);
  return 0;
}
