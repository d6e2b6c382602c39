// A timer that starts a thread (SIGEV_THREAD) hands its result over; one that signals brings its value.
// OMEN: none
#include "../corpus.h"
#include <semaphore.h>
#include <signal.h>
sem_t done;
int result;
void *volatile brought;
void fires(union sigval v) {
  result = v.sival_int;
  sem_post(&done);
}
void handler(int sig, siginfo_t *info, void *context) {
  if (info->si_code == SI_TIMER) brought = info->si_value.sival_ptr;
}
timer_t timer(struct sigevent how) {
  timer_t t;
  struct itimerspec soon = {.it_value.tv_nsec = 2000000};
  MUST(timer_create(CLOCK_MONOTONIC, &how, &t) == 0);
  MUST(timer_settime(t, 0, &soon, NULL) == 0);
  return t;
}
int main(void) {
  struct sigaction sa = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &sa, NULL);
  sem_init(&done, 0, 0);
  timer_t t = timer((struct sigevent){
      .sigev_notify = SIGEV_THREAD, .sigev_notify_function = fires, .sigev_value.sival_int = 5});
  while (sem_wait(&done)) {
  }
  MUST(timer_delete(t) == 0);
  timer((struct sigevent){
      .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value.sival_ptr = &result});
  struct timespec ms = {.tv_nsec = 1000000};
  while (!brought) nanosleep(&ms, NULL);
  printf("%d %d\n", result, brought == &result);
  return 0;
}
