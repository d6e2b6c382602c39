// As overlapping_ok.c, but what each thread does behind its own call is not ordered by the two.
// OMEN: race after A:w D:w
// OMEN: twin overlapping_ok.c
// OMEN: output-any
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int turn, other = 1;
static int after;
NOINLINE static void missing_a(_Atomic int *p) { *p = 1; }
NOINLINE static void missing_d(_Atomic int *p) {
  while (*p != 1) {}
}
static void *first(void *arg) {
  missing_a(&turn);
  after = 1; // @A
  return arg;
}
static void *second(void *arg) {
  missing_d(&other);
  after = 2; // @D
  return arg;
}
int main(void) {
  both(first, second);
  printf("%d\n", after);
}
