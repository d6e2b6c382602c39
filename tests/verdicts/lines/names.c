// Who speaks is free, how many apples each got is the race's doing.
// OMEN: verdict apples TAKE SET class output-differs consequence output
#include "lines.h"
volatile int apples = 5;
int due, seen;
static const char *names[] = {"alice", "bob", "carol", "dave", "eve", "frank", "grace", "heidi"};
void *give(void *p) {
  int n = apples; // @TAKE
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
