// Yes in any case makes the exit status that of the other thread.
// OMEN: args no
// OMEN: symbolic argv
// OMEN: verdict found FIND TAKE class k-witness-harmless
// OMEN: multi found FIND TAKE class output-differs consequence output
// OMEN: reveal args Yes
// OMEN: input args[0].lower() == "yes"
#include "../../corpus/corpus.h"
#include <ctype.h>
volatile int found;
static int yes, status;
void *finder(void *p) {
  found = 4; // @FIND
  return p;
}
void *taker(void *p) {
  int got = found; // @TAKE
  if (yes) status = got;
  return p;
}
static int same(const char *a, const char *b) {
  while (*a && tolower((unsigned char)*a) == *b) a++, b++;
  return !*a && !*b;
}
int main(int argc, char **argv) {
  yes = argc > 1 && same(argv[1], "yes");
  both(finder, taker);
  return status;
}
