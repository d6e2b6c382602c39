// SCAN: race ticks
#include "scan.h"
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
int ticks;
static void tick(union sigval v) { (*(int *)v.sival_ptr)++; }
int main(void) {
  struct sigevent e;
  timer_t id;
  struct itimerspec when = {{0, 0}, {0, 1000000}};
  memset(&e, 0, sizeof e);
  e.sigev_notify = SIGEV_THREAD;
  e.sigev_notify_function = tick;
  e.sigev_value.sival_ptr = &ticks;
  timer_create(CLOCK_MONOTONIC, &e, &id);
  timer_settime(id, 0, &when, 0);
  usleep(5000);
  ticks++;
  return 0;
}
