// SCAN: race first
// Variables that the linker puts side by side.
#include "scan.h"
#define IN __attribute__((section("my_items"), used))
static int first IN = 1;
static int second IN = 2;
extern int __start_my_items[], __stop_my_items[];
static void *work(void *x) {
  for (int *p = __start_my_items; p < __stop_my_items; p++) ++*p;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  first++;
  second++;
  pthread_join(t, 0);
  return 0;
}
