// Digits read by hand. Above 99 the number needs the larger table that the other thread makes.
// OMEN: args 8
// OMEN: symbolic argv
// OMEN: verdict table GROW USE class k-witness-harmless
// OMEN: multi table GROW USE class spec-violated consequence overflow
// OMEN: reveal args 120
// OMEN: input 99 < number(args[0]) < 200
#include "../../corpus/corpus.h"
char small[100], large[200];
char *volatile table = small;
static unsigned n;
void *grower(void *p) {
  table = large; // @GROW
  return p;
}
void *user(void *p) {
  char *mine = table; // @USE
  if (n < 200) mine[n] = 1;
  return p;
}
int main(int argc, char **argv) {
  for (const char *c = argc > 1 ? argv[1] : ""; *c >= '0' && *c <= '9' && n < 1000; c++)
    n = n * 10 + (unsigned)(*c - '0');
  both(grower, user);
  return 0;
}
