// A thread writes what runs at exit after it has registered that.
// OMEN: race counted A:w B:rw
// OMEN: twin atexit_ok.c
#include "../corpus.h"
#include <sched.h>
static int counted, ready;
static void last(void) { counted++; } // @B
static void *registers(void *arg) {
  MUST(atexit(last) == 0);
  counted = 1; // @A
  __atomic_store_n(&ready, 1, __ATOMIC_RELAXED);
  return arg;
}
int main(void) {
  pthread_t t = start(registers, NULL);
  MUST(pthread_detach(t) == 0);
  while (!__atomic_load_n(&ready, __ATOMIC_RELAXED)) sched_yield();
  return 0;
}
