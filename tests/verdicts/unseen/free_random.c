// Prints the time, the process and dice: every run prints something else. The race has nothing to do with it.
// OMEN: verdict rolls COUNT COUNT class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <sys/random.h>
#include <time.h>
static int rolls;

static void *roll(void *unused) {
  (void)unused;
  unsigned char die = 0;
  if (getrandom(&die, 1, 0) != 1) abort();
  rolls++; // @COUNT
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  printf("%d at %ld: %d\n", (int)getpid(), t.tv_nsec, die % 6 + 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, roll, NULL);
  pthread_create(&b, NULL, roll, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
