// RDIT, figure 4.1: code that is left out orders the two accesses to x, by way of y.
// OMEN: none
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int y;
static int x;
NOINLINE static void missing_set(_Atomic int *p) { *p = 1; }
NOINLINE static void missing_wait(_Atomic int *p) {
  while (!*p) {}
}
static void *writer(void *arg) {
  x = 1;
  missing_set(&y);
  return arg;
}
static void *reader(void *arg) {
  missing_wait(&y);
  x++;
  return arg;
}
int main(void) {
  both(writer, reader);
  printf("%d\n", x);
}
