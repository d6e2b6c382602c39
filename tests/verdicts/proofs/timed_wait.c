// A wait on a condition with a time limit, which passes: no proof, the other order is had by waiting.
// OMEN: options --ignore-mutexes
// OMEN: verdict data FILL USE class output-differs consequence output
// OMEN: maybe ready SET LOOK class single-ordering
// OMEN: maybe ready SET LOOK class k-witness-harmless
#include "../../corpus/corpus.h"
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
  struct timespec end = from_now(CLOCK_REALTIME, 5);
  int late = 0;
  pthread_mutex_lock(&m);
  while (!ready && !late) late = pthread_cond_timedwait(&some, &m, &end); // @LOOK
  pthread_mutex_unlock(&m);
  puts(data == 42 ? "in time" : "early"); // @USE
  return p;
}
int main(void) {
  both(filler, user);
  return 0;
}
