// A lock that its owner may take again. Others look at the owner without the lock, and it is never them.
// OMEN: verdict owner LOOK SET class k-witness-harmless
// OMEN: verdict owner LOOK CLEAR class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long owner;
static int depth, count;

static void take(void) {
  unsigned long self = (unsigned long)pthread_self();
  if (owner != self) { // @LOOK
    pthread_mutex_lock(&lock);
    owner = self; // @SET
  }
  depth++;
}

static void leave(void) {
  if (--depth == 0) {
    owner = 0; // @CLEAR
    pthread_mutex_unlock(&lock);
  }
}

static void *enter(void *unused) {
  (void)unused;
  take();
  take();
  count++;
  leave();
  leave();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, NULL);
  pthread_create(&b, NULL, enter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", count);
  return 0;
}
