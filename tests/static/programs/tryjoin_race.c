// SCAN: race value
#define _GNU_SOURCE
#include "scan.h"
#include <stdlib.h>
#include <sched.h>
struct item { int value; };
static void *other(void *a) {
  ((struct item *)a)->value++;
  return 0;
}
static void *work(void *a) {
  pthread_t t;
  struct item *it = calloc(1, sizeof *it);
  (void)a;
  pthread_create(&t, 0, other, it);
  pthread_detach(t);
  return it;
}
int main(void) {
  pthread_t t;
  void *got;
  pthread_create(&t, 0, work, 0);
  while (pthread_tryjoin_np(t, &got)) sched_yield();
  ((struct item *)got)->value++;
  return 0;
}
