// Two locks in two orders: a deadlock on many schedules, and not of the races beside it.
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: verdict hint ASK SET class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER,
                detour = PTHREAD_MUTEX_INITIALIZER;
int hits, tours, x;
volatile int hint;
void *one(void *p) {
  hits++;   // @A
  hint = 1; // @SET
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  x++;
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return p;
}
void *two(void *p) {
  hits++;      // @B
  if (!hint) { // @ASK
    pthread_mutex_lock(&detour);
    tours++;
    pthread_mutex_unlock(&detour);
  }
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return p;
}
int main(void) {
  both(one, two);
  return 0;
}
