// The race decides which of two variables of the same value is looked at.
// OMEN: verdict open LOOK SHUT class k-witness-harmless
#include "lines.h"
volatile int open = 1;
void *look(void *p) {
  const char *word = open ? "a door" : "no " "door" + 3; // @LOOK
  word = strchr(word, 'd');
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
