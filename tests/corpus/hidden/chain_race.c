// The call in the middle passes nothing on: the third waits for something else.
// OMEN: race x W:w R:rw
// OMEN: twin chain_ok.c
// OMEN: output-any
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int y, z, w = 1;
static int x;
NOINLINE static void missing_c(_Atomic int *p) { *p = 1; }
NOINLINE static void missing_f(_Atomic int *p, _Atomic int *q) {
  while (!*p) {}
  *q = 1;
}
NOINLINE static void missing_e(_Atomic int *p) {
  while (!*p) {}
}
static void *second(void *arg) {
  x = 1; // @W
  missing_c(&y);
  return arg;
}
static void *third(void *arg) {
  missing_e(&w);
  x++; // @R
  return arg;
}
static void *fourth(void *arg) {
  missing_f(&y, &z);
  return arg;
}
int main(void) {
  pthread_t t = start(fourth, NULL);
  both(second, third);
  finish(t);
  printf("%d\n", x);
}
