// Two tables that agree in the tested entry.
// OMEN: stdin 0
// OMEN: symbolic stdin
// OMEN: verdict name OLD NEW class k-witness-harmless
// OMEN: multi name OLD NEW class output-differs consequence output
// OMEN: reveal stdin 3
// OMEN: input stdin[0] & 7 not in (0, 1, 2)
#include "../../corpus/corpus.h"
#include <unistd.h>
static const char old_names[8] = "abcdefgh", new_names[8] = "abcDEFGH";
volatile char name;
static unsigned n;
void *with_old(void *p) {
  name = old_names[n]; // @OLD
  return p;
}
void *with_new(void *p) {
  name = new_names[n]; // @NEW
  return p;
}
int main(void) {
  char c;
  if (read(0, &c, 1) != 1) return 2;
  n = (unsigned)c & 7;
  both(with_old, with_new);
  char line[2] = {name, '\n'};
  return write(1, line, 2) != 2;
}
