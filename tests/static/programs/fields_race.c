// SCAN: race a
#include "scan.h"
static struct {
  int a, b;
} s;
static void *first(void *arg) {
  s.a++;
  return arg;
}
static void *second(void *arg) {
  s.a--;
  return arg;
}
TWO_THREADS(first, second)
