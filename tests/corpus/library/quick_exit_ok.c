// What runs at quick_exit comes after its registration.
// OMEN: none
#include "../corpus.h"
#include <sched.h>
static int counted, told, quick, ready;
static void last(void) { counted++; }
static void with_status(int status, void *arg) {
  told += status;
  *(int *)arg += 1;
}
static void fast(void) { quick++; }
static void *registers(void *arg) {
  static int box;
  counted = told = quick = box = 1;
  MUST(atexit(last) == 0 && on_exit(with_status, &box) == 0 && at_quick_exit(fast) == 0);
  __atomic_store_n(&ready, 1, __ATOMIC_RELAXED);
  return arg;
}
int main(int argc, char **argv) {
  pthread_t t = start(registers, NULL);
  MUST(pthread_detach(t) == 0);
  while (!__atomic_load_n(&ready, __ATOMIC_RELAXED)) sched_yield();
  quick_exit(argc > 2);
}
