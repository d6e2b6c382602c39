// SCAN: race count
#include "scan.h"
int count;
static void *work(void *a) {
  (void)a;
  count++;
  return 0;
}
__attribute__((constructor(300))) static void second(void) { count++; }
__attribute__((constructor(200))) static void start(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
}
int main(void) { return 0; }
