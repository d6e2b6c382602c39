// The two functions that are left out use two globals.
// OMEN: race data W:w R:rw
// OMEN: twin global_ok.c
// OMEN: output-any
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int ready, other = 1;
static int data;
NOINLINE static void missing_set(void) { ready = 1; }
NOINLINE static void missing_wait(void) {
  while (!other) {}
}
static void *first(void *arg) {
  data = 1; // @W
  missing_set();
  return arg;
}
static void *second(void *arg) {
  missing_wait();
  data++; // @R
  return arg;
}
int main(void) {
  both(first, second);
  printf("%d\n", data);
}
