// RDIT, figure 4.4 (caveat 2): accesses that are seen inside of calls that are not (callbacks) are ordered by them.
// OMEN: none
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int ready;
static int data;
typedef void called(void);
NOINLINE static void missing_a(_Atomic int *p, called *f) {
  f();
  *p = 1;
  while (*p != 2) {}
}
NOINLINE static void missing_d(_Atomic int *p, called *f) {
  while (*p != 1) {}
  f();
  *p = 2;
}
static void look(void) { printf("%d\n", data); }
static void put(void) { data = 1; }
static void *first(void *arg) {
  missing_a(&ready, look);
  return arg;
}
static void *second(void *arg) {
  missing_d(&ready, put);
  return arg;
}
int main(void) { both(first, second); }
