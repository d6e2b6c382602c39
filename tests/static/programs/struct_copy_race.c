// SCAN: race all
#include "scan.h"
static struct pair {
  int *a, *b;
} all;
static int x, y;
static void *first(void *arg) {
  struct pair p = {&x, &y};
  all = p;
  return arg;
}
static void *second(void *arg) {
  struct pair p = all;
  if (p.a) *p.a = 1;
  if (x + y) x = 2;
  return arg;
}
TWO_THREADS(first, second)
