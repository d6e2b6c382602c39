// SCAN: false 3 a lock made of atomics
#include "scan.h"
static atomic_flag f = ATOMIC_FLAG_INIT;
static int x;
static void take(void) {
  while (atomic_flag_test_and_set(&f)) sched_yield();
}
static void give(void) { atomic_flag_clear(&f); }
static void *first(void *arg) {
  take();
  x++;
  give();
  return arg;
}
static void *second(void *arg) {
  take();
  x--;
  give();
  return arg;
}
TWO_THREADS(first, second)
