// Brackets: from the third level on the other thread's limit is asked, and it is not there yet.
// OMEN: stdin (a)
// OMEN: symbolic stdin
// OMEN: verdict limit SET ASK class k-witness-harmless
// OMEN: multi limit SET ASK class output-differs consequence output
// OMEN: reveal stdin (((
// OMEN: input deepest(stdin) > 2
#include "../../corpus/corpus.h"
#include <unistd.h>
volatile int limit;
static int deepest;
void *setter(void *p) {
  limit = 9; // @SET
  return p;
}
void *asker(void *p) {
  int most = limit; // @ASK
  if (deepest > 2 && deepest > most)
    puts("too deep");
  else
    puts("fine");
  return p;
}
int main(void) {
  char text[8] = "";
  int depth = 0;
  if (read(0, text, 3) < 0) return 2;
  for (const char *c = text; *c; c++) {
    if (*c == '(' && ++depth > deepest) deepest = depth;
    if (*c == ')') depth--;
  }
  both(setter, asker);
  return 0;
}
