// Who prints first is free, and says nothing about the unprotected mark of who came last, which nobody reads.
// OMEN: verdict last LEAVE LEAVE class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long last;
static int turn;

static void *work(void *unused) {
  (void)unused;
  char here;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    printf("turn %d of round %d\n", turn++, i);
    pthread_mutex_unlock(&lock);
    last = (unsigned long)&here; // @LEAVE
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
