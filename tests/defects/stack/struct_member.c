// An array that is the last member of a local struct.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
struct message {
  int kind;
  char text[12];
};
NOINLINE void put(struct message *m, int n) {
  for (int i = 0; i < n; i++) m->text[i] = 'm'; // @BAD
}
int main(void) {
  struct message m = {1, ""};
  put(&m, 12 + bad);
  printf("%d %.12s\n", m.kind, m.text);
  return 0;
}
