// RDIT, caveat 3: one side of the order is code that is seen: it waits for what the call that is not seen does.
// OMEN: none
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int ready;
static int data;
NOINLINE static void missing_set(_Atomic int *p) { *p = 1; }
static void *first(void *arg) {
  data = 1;
  missing_set(&ready);
  return arg;
}
static void *second(void *arg) {
  while (!ready) {}
  data++;
  return arg;
}
int main(void) {
  both(first, second);
  printf("%d\n", data);
}
