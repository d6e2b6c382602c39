// The call that is not seen waits for another variable than the one that is released.
// OMEN: race data W:w R:rw
// OMEN: twin early_ok.c
// OMEN: output-any
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int ready, other = 1;
static int data;
NOINLINE static void missing_wait(_Atomic int *p) {
  while (!*p) {}
}
static void *first(void *arg) {
  data = 1; // @W
  ready = 1;
  return arg;
}
static void *second(void *arg) {
  missing_wait(&other);
  data++; // @R
  return arg;
}
int main(void) {
  both(first, second);
  printf("%d\n", data);
}
