// SCAN: race counter
// All of the program's data, as a collector sees it.
#include "scan.h"
extern char __data_start[], _end[];
int counter = 3;
static void *work(void *x) {
  long n = 0;
  for (char *p = __data_start; p < _end; p++) n += *(volatile char *)p;
  return (void *)n;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  counter++;
  pthread_join(t, 0);
  return 0;
}
