// RDIT, figure 4.1 with other data: what is left out touches two variables, and orders nothing.
// OMEN: race x W:w R:rw
// OMEN: twin adhoc_ok.c
// OMEN: output-any
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int y, z = 1;
static int x;
NOINLINE static void missing_set(_Atomic int *p) { *p = 1; }
NOINLINE static void missing_wait(_Atomic int *p) {
  while (!*p) {}
}
static void *writer(void *arg) {
  x = 1; // @W
  missing_set(&y);
  return arg;
}
static void *reader(void *arg) {
  missing_wait(&z);
  x++; // @R
  return arg;
}
int main(void) {
  both(writer, reader);
  printf("%d\n", x);
}
