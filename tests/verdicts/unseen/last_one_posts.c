// The last of two workers tells main. If a decrement is lost nobody is the last.
// OMEN: verdict left_over LEAVE LEAVE class spec-violated consequence deadlock
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <semaphore.h>
static sem_t finished;
static volatile int left_over = 2;

static void *work(void *unused) {
  (void)unused;
  int now = --left_over; // @LEAVE
  if (now == 0) sem_post(&finished);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  sem_wait(&finished);
  return 0;
}
