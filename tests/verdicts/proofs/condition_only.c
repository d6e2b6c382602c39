// Nobody but the first thread signals the condition, and nobody runs.
// OMEN: options --ignore-mutexes
// OMEN: verdict data FILL USE class single-ordering proof proved
// OMEN: maybe ready SET LOOK class single-ordering
#include "../../corpus/corpus.h"
#include <signal.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static int ready, data;
static void *filler(void *p) {
  data = 42; // @FILL
  pthread_mutex_lock(&m);
  ready = 1; // @SET
  pthread_cond_signal(&some);
  pthread_mutex_unlock(&m);
  return p;
}
static void *user(void *p) {
  pthread_mutex_lock(&m);
  while (!ready) // @LOOK
    pthread_cond_wait(&some, &m);
  pthread_mutex_unlock(&m);
  if (data != 42) puts("early"); // @USE
  return p;
}
int main(void) {
  both(filler, user);
  return 0;
}
