// Only MODE=unsafe prints what was not waited for.
// OMEN: env MODE=safe
// OMEN: symbolic env:MODE
// OMEN: verdict total ADD TELL class k-witness-harmless
// OMEN: multi total ADD TELL class output-differs consequence output
// OMEN: reveal env MODE=unsafe
// OMEN: input env["MODE"] == "unsafe"
#include "../../corpus/corpus.h"
volatile int total;
static int unsafe;
void *adder(void *p) {
  total = 12; // @ADD
  return p;
}
void *teller(void *p) {
  int now = total; // @TELL
  if (unsafe) printf("total %d\n", now);
  return p;
}
int main(void) {
  const char *mode = getenv("MODE");
  unsafe = mode && !strcmp(mode, "unsafe");
  both(adder, teller);
  return 0;
}
