// Whatever the hint and the number are, the index is brought into the table.
// OMEN: args 3
// OMEN: symbolic argv
// OMEN: verdict hint SET USE class k-witness-harmless
// OMEN: multi hint SET USE class k-witness-harmless
// OMEN: reveal args 100
#include "../../corpus/corpus.h"
volatile unsigned hint = 5;
static unsigned n;
char table[8];
void *setter(void *p) {
  hint = 90; // @SET
  return p;
}
void *user(void *p) {
  table[(n + hint) % 8] = 1; // @USE
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
  both(setter, user);
  puts("done");
  return 0;
}
