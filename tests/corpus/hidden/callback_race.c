// Callbacks of calls that reach nothing in common are not ordered.
// OMEN: race data LOOK:r PUT:w
// OMEN: twin callback_ok.c
// OMEN: output-any
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int one, two = 1;
static int data;
typedef void called(void);
NOINLINE static void missing_a(_Atomic int *p, called *f) {
  f();
  *p = 1;
}
NOINLINE static void missing_d(_Atomic int *p, called *f) {
  while (*p != 1) {}
  f();
}
static void look(void) {
  printf("%d\n", data); // @LOOK
}
static void put(void) {
  data = 1; // @PUT
}
static void *first(void *arg) {
  missing_a(&one, look);
  return arg;
}
static void *second(void *arg) {
  missing_d(&two, put);
  return arg;
}
int main(void) { both(first, second); }
