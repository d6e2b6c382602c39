// SCAN: none
#include "scan.h"
static int v[8];
static void *first(void *arg) {
  v[1]++;
  return arg;
}
static void *second(void *arg) {
  v[2]++;
  return arg;
}
TWO_THREADS(first, second)
