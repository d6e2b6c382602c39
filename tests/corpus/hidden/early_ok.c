// RDIT, caveat 3 the other way round: seen code releases before any call that is not seen; one of those waits for it.
// OMEN: none
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int ready;
static int data;
NOINLINE static void missing_wait(_Atomic int *p) {
  while (!*p) {}
}
static void *first(void *arg) {
  data = 1;
  ready = 1;
  return arg;
}
static void *second(void *arg) {
  missing_wait(&ready);
  data++;
  return arg;
}
int main(void) {
  both(first, second);
  printf("%d\n", data);
}
