// A worker waits for an event that is counted before it asks, and taken by main.
// OMEN: defect deadlock
#include "../defects.h"
#include <poll.h>
#include <sys/eventfd.h>
static int event;
static void *worker(void *arg) {
  eventfd_t n;
  struct pollfd p = {.fd = event, .events = POLLIN};
  MUST(poll(&p, 1, -1) == 1); // @BAD
  MUST(!eventfd_read(event, &n));
  return arg;
}
int main(void) {
  eventfd_t n;
  MUST((event = eventfd(1, 0)) >= 0);
  if (bad) MUST(!eventfd_read(event, &n));
  finish(start(worker, NULL)); // @BAD
  puts("counted");
  return 0;
}
