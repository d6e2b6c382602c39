// SCAN: race count
#define _GNU_SOURCE
#include "scan.h"
#include <dlfcn.h>
int count;
__attribute__((weak)) void add(void) { count++; }
static void *work(void *a) {
  void (*f)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, a);
  if (f) f();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, "add");
  count++;
  pthread_join(t, 0);
  return 0;
}
