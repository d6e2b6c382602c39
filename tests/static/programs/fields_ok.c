// SCAN: none
#include "scan.h"
static struct {
  int a, b;
} s;
static void *first(void *arg) {
  s.a++;
  return arg;
}
static void *second(void *arg) {
  s.b++;
  return arg;
}
TWO_THREADS(first, second)
