// The race decides whether anything is sent; if not, the receiver waits for ever on the pipe.
// OMEN: verdict enabled A B class spec-violated consequence deadlock
// OMEN: incident deadlock * cause race enabled A B
#include "../../corpus/corpus.h"
#include <unistd.h>
int enabled, ends[2];
void *setter(void *p) {
  enabled = 1; // @A
  return p;
}
void *sender(void *p) {
  if (enabled) MUST(write(ends[1], "x", 1) == 1); // @B
  return p;
}
int main(void) {
  MUST(pipe(ends) == 0);
  both(setter, sender);
  char c;
  MUST(read(ends[0], &c, 1) == 1);
  return 0;
}
