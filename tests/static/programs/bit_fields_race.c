// SCAN: race s
#include "scan.h"
static struct {
  unsigned a : 3, b : 5;
} s;
static void *first(void *arg) {
  s.a = 1;
  return arg;
}
static void *second(void *arg) {
  s.b = 1;
  return arg;
}
TWO_THREADS(first, second)
