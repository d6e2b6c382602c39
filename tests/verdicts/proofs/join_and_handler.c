// The second thread waits for a third one's end, which waits for a mutex that the first has.
// OMEN: options --ignore-mutexes
// OMEN: verdict data FILL USE class single-ordering proof proved
#include "../../corpus/corpus.h"
#include <signal.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t taken;
static volatile sig_atomic_t asked;
static int data;
static void handler(int sig) { asked = sig; }
static void *filler(void *p) {
  pthread_mutex_lock(&m);
  pthread_barrier_wait(&taken);
  data = 42; // @FILL
  pthread_mutex_unlock(&m);
  return p;
}
static void *passer(void *p) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return p;
}
static void *user(void *p) {
  pthread_barrier_wait(&taken);
  finish(start(passer, NULL));
  if (data != 42) puts("early"); // @USE
  return p;
}
int main(void) {
  signal(SIGTERM, handler);
  MUST(pthread_barrier_init(&taken, NULL, 2) == 0);
  both(filler, user);
  return 0;
}
