// SCAN: race it
// A pointer is what an eventfd counts.
#include "scan.h"
#include <sys/eventfd.h>
#include <unistd.h>
static int fd;
static void *work(void *x) {
  eventfd_t v;
  (void)x;
  eventfd_read(fd, &v);
  ++*(int *)(uintptr_t)v;
  return 0;
}
int main(void) {
  pthread_t t;
  int *it = calloc(1, 4);
  fd = eventfd(0, 0);
  pthread_create(&t, 0, work, 0);
  eventfd_write(fd, (uintptr_t)it);
  *it = 5;
  pthread_join(t, 0);
  return 0;
}
