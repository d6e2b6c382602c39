// SCAN: race value
// Inline assembly stores a pointer.
#include "scan.h"
#include <stdlib.h>
struct item { int value; };
static struct item *place;
static void *work(void *a) {
  struct item *it;
  (void)a;
  __asm__ volatile("movq %1, %0" : "=r"(it) : "m"(place));
  if (it) it->value++;
  return 0;
}
int main(void) {
  pthread_t t;
  struct item *it = calloc(1, sizeof *it);
  __asm__ volatile("movq %1, %0" : "=m"(place) : "r"(it));
  pthread_create(&t, 0, work, 0);
  it->value++;
  pthread_join(t, 0);
  return 0;
}
