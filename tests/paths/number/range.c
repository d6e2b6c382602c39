// Numbers from 1000 to 1999 go into the table, whose base the other thread sets.
// OMEN: args 50
// OMEN: symbolic argv
// OMEN: verdict base SET USE class k-witness-harmless
// OMEN: multi base SET USE class spec-violated consequence overflow
// OMEN: reveal args 1003
// OMEN: input 1000 <= number(args[0]) < 2000
#include "../../corpus/corpus.h"
volatile long base = 900;
char table[1000];
static long n;
void *setter(void *p) {
  base = 1000; // @SET
  return p;
}
void *user(void *p) {
  long from = base; // @USE
  if (n >= 1000 && n < 2000) table[(n - 1000) + (1000 - from) * 10] = 1;
  return p;
}
int main(int argc, char **argv) {
  char *end;
  n = argc > 1 ? strtol(argv[1], &end, 10) : 0;
  both(setter, user);
  return 0;
}
