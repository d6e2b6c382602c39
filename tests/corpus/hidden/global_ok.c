// RDIT, caveat 5: the code that is left out is given nothing, and uses a global.
// OMEN: none
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int ready;
static int data;
NOINLINE static void missing_set(void) { ready = 1; }
NOINLINE static void missing_wait(void) {
  while (!ready) {}
}
static void *first(void *arg) {
  data = 1;
  missing_set();
  return arg;
}
static void *second(void *arg) {
  missing_wait();
  data++;
  return arg;
}
int main(void) {
  both(first, second);
  printf("%d\n", data);
}
