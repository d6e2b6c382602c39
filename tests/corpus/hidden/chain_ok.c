// RDIT, figure 4.5 (caveat 4): c and e reach nothing in common; f, between them, reaches what either does.
// OMEN: none
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
static _Atomic int y, z;
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
  x = 1;
  missing_c(&y);
  return arg;
}
static void *third(void *arg) {
  missing_e(&z);
  x++;
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
