// RDIT, figure 4.3 (caveat 1): two calls that go on at the same time order both ends: a waits for d to begin, d for a.
// OMEN: none
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int turn;
static int before_a, before_d;
NOINLINE static void missing_a(_Atomic int *p) {
  *p = 1;
  while (*p != 0) {}
}
NOINLINE static void missing_d(_Atomic int *p) {
  while (*p != 1) {}
  *p = 0;
}
static void *first(void *arg) {
  before_a = 1;
  missing_a(&turn);
  before_d++;
  return arg;
}
static void *second(void *arg) {
  before_d = 1;
  missing_d(&turn);
  before_a++;
  return arg;
}
int main(void) {
  both(first, second);
  printf("%d %d\n", before_a, before_d);
}
