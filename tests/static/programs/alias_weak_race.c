// SCAN: race count
#include "scan.h"
int count;
extern int other __attribute__((alias("count")));
__attribute__((weak)) void add(void) { other++; }
void also(void) __attribute__((weak, alias("add")));
static void *work(void *a) {
  (void)a;
  also();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  count++;
  pthread_join(t, 0);
  return 0;
}
