// The argument in capitals, whatever it is; a hint that nobody needs races.
// OMEN: args abc
// OMEN: symbolic argv
// OMEN: verdict hint SET LOOK class k-witness-harmless
// OMEN: multi hint SET LOOK class k-witness-harmless covers path
// OMEN: reveal args Zz9
#include "../../corpus/corpus.h"
#include <ctype.h>
volatile int hint;
static const char *text;
void *setter(void *p) {
  hint = 1; // @SET
  return p;
}
void *writer(void *p) {
  int unused = hint; // @LOOK
  (void)unused;
  for (const char *c = text; *c; c++) putchar(toupper((unsigned char)*c));
  putchar('\n');
  return p;
}
int main(int argc, char **argv) {
  text = argc > 1 ? argv[1] : "";
  both(setter, writer);
  return 0;
}
