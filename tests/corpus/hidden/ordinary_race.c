// What is seen waits for another variable, which has nothing to do with the call that is not.
// OMEN: race data W:w R:rw
// OMEN: twin ordinary_ok.c
// OMEN: output-any
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int ready, other = 1;
static int data;
NOINLINE static void missing_set(_Atomic int *p) { *p = 1; }
static void *first(void *arg) {
  data = 1; // @W
  missing_set(&ready);
  return arg;
}
static void *second(void *arg) {
  while (!other) {}
  data++; // @R
  return arg;
}
int main(void) {
  both(first, second);
  printf("%d\n", data);
}
