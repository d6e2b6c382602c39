// The same with a flag, and an early return.
// OMEN: verdict ready ASK SET class k-witness-harmless
// OMEN: verdict value FILL USE class single-ordering
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int ready;
int value;
static void prepare(void) {
  if (ready) return; // @ASK
  pthread_mutex_lock(&m);
  if (!ready) {
    value = 7; // @FILL
    ready = 1; // @SET
  }
  pthread_mutex_unlock(&m);
}
void *user(void *p) {
  prepare();
  printf("%d\n", value); // @USE
  return p;
}
int main(void) {
  both(user, user);
  return 0;
}
