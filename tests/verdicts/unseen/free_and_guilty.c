// Whose line comes first is free; the unprotected total at the end is the race's doing.
// OMEN: verdict total ADD ADD class output-differs consequence output
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, jobs;

static void *work(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    printf("job %d, %d of this worker\n", jobs++, i);
    pthread_mutex_unlock(&lock);
    total += 5; // @ADD
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("total %d\n", total);
  return 0;
}
