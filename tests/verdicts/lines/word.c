// The race decides a word of a line whose numbers are free.
// OMEN: verdict open LOOK SHUT class output-differs consequence output
#include "lines.h"
volatile int open = 1;
void *look(void *p) {
  const char *word = open ? "open" : "shut"; // @LOOK
  for (int i = 0; i < 3; i++) printf("at %d it is %s, says %d\n", next_number(), word, next_number());
  return p;
}
void *shut(void *p) {
  open = 0; // @SHUT
  return p;
}
int main(void) {
  all(look, shut, talk);
  return 0;
}
