// The number goes through a function of the program's own with a variable number of arguments, on the stack at last.
// OMEN: args 7
// OMEN: symbolic argv
// OMEN: verdict ready SET LOOK class k-witness-harmless
// OMEN: multi ready SET LOOK class spec-violated consequence assertion
// OMEN: reveal args 90
// OMEN: input atoi(args[0]) == 90
#include "../../corpus/corpus.h"
#include <assert.h>
#include <stdarg.h>
volatile int ready;
static int wide;
static int largest(int n, ...) {
  va_list ap;
  int most = 0;
  va_start(ap, n);
  while (n--) {
    int v = va_arg(ap, int);
    if (v > most) most = v;
  }
  va_end(ap);
  return most;
}
void *setter(void *p) {
  ready = 1; // @SET
  return p;
}
void *looker(void *p) {
  int seen = ready; // @LOOK
  if (wide) assert(seen);
  return p;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 0;
  wide = largest(9, 1, 2, 3, 4, n - 20, 60, 61, n + 1, n - 3) == 91;
  both(setter, looker);
  return 0;
}
