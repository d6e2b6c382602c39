// Only with -x, and only with DEBUG=1, is the count told.
// OMEN: args -y
// OMEN: env DEBUG=0
// OMEN: symbolic argv env:DEBUG
// OMEN: verdict count ADD TELL class k-witness-harmless
// OMEN: multi count ADD TELL class output-differs consequence output
// OMEN: reveal args -x
// OMEN: reveal env DEBUG=1
// OMEN: input args[0] == "-x" and env["DEBUG"] == "1"
#include "../../corpus/corpus.h"
volatile int count;
static int debug, extended;
void *adder(void *p) {
  count = 1; // @ADD
  return p;
}
void *teller(void *p) {
  int now = count; // @TELL
  if (extended)
    if (debug) printf("count %d\n", now);
  return p;
}
int main(int argc, char **argv) {
  const char *d = getenv("DEBUG");
  debug = d && !strcmp(d, "1");
  extended = argc > 1 && !strcmp(argv[1], "-x");
  both(adder, teller);
  return 0;
}
