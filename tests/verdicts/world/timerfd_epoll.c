// A timer and an event loop: ticks come in virtual time, a read of an absolute one ends; then the race decides.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <errno.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
int last, ticker;
void *sets(void *p) {
  last = 1; // @A
  struct itimerspec every = {{0, 10000000}, {0, 20000000}}, was;
  MUST(timerfd_settime(ticker, 0, &every, NULL) == 0);
  MUST(timerfd_gettime(ticker, &was) == 0 && was.it_interval.tv_nsec == 10000000);
  return p;
}
void *waits(void *p) {
  last = 2; // @B
  int set = epoll_create1(0), ticks = 0;
  struct epoll_event want = {EPOLLIN, {.fd = ticker}}, got;
  uint64_t n = 0;
  MUST(epoll_ctl(set, EPOLL_CTL_ADD, ticker, &want) == 0);
  while (ticks < 5) { // the other thread may set the timer while this one waits
    MUST(epoll_wait(set, &got, 1, -1) == 1 && got.data.fd == ticker);
    MUST(read(ticker, &n, 8) == 8 && n > 0);
    ticks += (int)n;
  }
  struct timespec nap = {3, 0};
  MUST(nanosleep(&nap, NULL) == 0);
  int once = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK);
  struct itimerspec at = {0};
  MUST(clock_gettime(CLOCK_REALTIME, &at.it_value) == 0);
  at.it_value.tv_sec += 1;
  MUST(timerfd_settime(once, TFD_TIMER_ABSTIME, &at, NULL) == 0);
  MUST(read(once, &n, 8) == -1 && errno == EAGAIN);
  want.data.fd = once;
  MUST(epoll_ctl(set, EPOLL_CTL_DEL, ticker, NULL) == 0 && epoll_ctl(set, EPOLL_CTL_ADD, once, &want) == 0);
  MUST(epoll_wait(set, &got, 1, 200) == 0);
  MUST(epoll_wait(set, &got, 1, 5000) == 1 && read(once, &n, 8) == 8 && n == 1);
  puts("ticked");
  return p;
}
int main(void) {
  ticker = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  MUST(ticker >= 0);
  both(sets, waits);
  if (last == 1) abort();
  return 0;
}
