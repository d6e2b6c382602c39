// The thread that a timer starts writes once more after it has handed over.
// OMEN: race result A:w B:w sometimes
// OMEN: twin timer_thread_ok.c
#include "../corpus.h"
#include <semaphore.h>
#include <signal.h>
sem_t done, over;
int result;
void fires(union sigval v) {
  sem_post(&done);
  result = v.sival_int; // @A
  sem_post(&over);
}
int main(void) {
  struct sigevent how = {
      .sigev_notify = SIGEV_THREAD, .sigev_notify_function = fires, .sigev_value.sival_int = 5};
  struct itimerspec soon = {.it_value.tv_nsec = 2000000};
  timer_t t;
  sem_init(&done, 0, 0);
  sem_init(&over, 0, 0);
  MUST(timer_create(CLOCK_MONOTONIC, &how, &t) == 0);
  MUST(timer_settime(t, 0, &soon, NULL) == 0);
  while (sem_wait(&done)) {
  }
  result = 1; // @B
  while (sem_wait(&over)) {
  }
  return 0;
}
