// Who sees two stops the program, and the recorded run does: the second read comes after the first write. In the other
// order an update is lost, and nobody sees two.
// OMEN: verdict n READ WRITE class spec-violated consequence assertion
// OMEN: maybe n WRITE WRITE class k-witness-harmless
// OMEN: verdict n WRITE LOOK class k-witness-harmless
// OMEN: incident assertion FAIL cause race n READ WRITE
// OMEN: exit 134
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int n;
void *count(void *arg) {
  int v = n; // @READ
  n = v + 1; // @WRITE
  int w = n; // @LOOK
  if (w == 2) assert(0); // @FAIL
  return arg;
}
int main(void) {
  both(count, count);
  return 0;
}
