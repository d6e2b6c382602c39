// SCAN: race count
#include "scan.h"
int count;
static void add_slow(void) { count++; }
static void (*choose(void))(void) { return add_slow; }
void add(void) __attribute__((ifunc("choose")));
static void *work(void *a) {
  (void)a;
  add();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  count++;
  pthread_join(t, 0);
  return 0;
}
