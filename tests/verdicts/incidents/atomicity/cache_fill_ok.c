// Asked again when it is filled.
// OMEN: no-incident
// OMEN: verdict calls CALL CALL class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
#include <assert.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int cached, fills;
volatile int calls;
void *get(void *arg) {
  calls++; // @CALL
  pthread_mutex_lock(&lock);
  int there = cached;
  pthread_mutex_unlock(&lock);
  if (there) return arg;
  pthread_mutex_lock(&lock);
  if (!cached) fills++;
  cached = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(get, get);
  assert(fills == 1);
  return 0;
}
