// SCAN: race x
#include "scan.h"
static pthread_spinlock_t m;
static int x;
static void *first(void *arg) {
  pthread_spin_lock(&m);
  x++;
  pthread_spin_unlock(&m);
  return arg;
}
static void *second(void *arg) {
  x--;
  return arg;
}
int main(void) {
  pthread_spin_init(&m, 0);
  return two_threads(first, second);
}
