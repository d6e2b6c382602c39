// Whether it is in the cache is asked under the lock, and it is put there under the lock, by two who both asked first. The
// counter of calls beside it is nobody's cause.
// OMEN: incident assertion SUM cause atomicity ASKING FILLING
// OMEN: verdict calls CALL CALL class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
#include <assert.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int cached, fills;
volatile int calls;
void *get(void *arg) {
  calls++;                   // @CALL
  pthread_mutex_lock(&lock); // @ASKING
  int there = cached;
  pthread_mutex_unlock(&lock); // @ASKING
  if (there) return arg;
  pthread_mutex_lock(&lock); // @FILLING
  cached = 1;
  fills++;
  pthread_mutex_unlock(&lock); // @FILLING
  return arg;
}
int main(void) {
  both(get, get);
  assert(fills == 1); // @SUM
  return 0;
}
