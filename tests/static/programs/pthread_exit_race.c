// SCAN: race value
// What pthread_exit gives reaches who joins.
#include "scan.h"
#include <stdlib.h>
struct item { int value; };
static struct item *shared;
static void *other(void *a) {
  struct item *it = a;
  it->value++;
  return 0;
}
static void *work(void *a) {
  pthread_t t;
  struct item *it = malloc(sizeof *it);
  (void)a;
  it->value = 0;
  pthread_create(&t, 0, other, it);
  pthread_detach(t);
  pthread_exit(it);
}
int main(void) {
  pthread_t t;
  void *got;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, &got);
  ((struct item *)got)->value++;
  return 0;
}
