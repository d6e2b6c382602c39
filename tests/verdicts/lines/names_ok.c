// Who speaks is free, and so is how many apples: all is under one lock but a statistic.
// OMEN: verdict apples TAKE SET class k-witness-harmless
#include "lines.h"
volatile int apples = 5;
int due, seen;
static const char *names[] = {"alice", "bob", "carol", "dave", "eve", "frank", "grace", "heidi"};
void *give(void *p) {
  int n = apples; // @TAKE
  seen += n;
  n = 3;
  for (int i = 0; i < 5; i++) {
    int who = next_number();
    printf("%s, who is %d, got %d apples\n", names[who % 8], who, n);
  }
  return p;
}
void *set(void *p) {
  apples = 6; // @SET
  return p;
}
int main(void) {
  all(give, set, talk);
  return 0;
}
