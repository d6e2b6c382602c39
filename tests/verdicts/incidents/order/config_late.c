// The settings are read under the lock before they are loaded under the lock.
// OMEN: incident undefined DIVIDE cause order LOADING DIVIDING
// OMEN: verdict starts A B class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int workers;
volatile int starts, share;
void *load(void *arg) {
  starts++;                  // @A
  pthread_mutex_lock(&lock); // @LOADING
  workers = 4;
  pthread_mutex_unlock(&lock); // @LOADING
  return arg;
}
void *divide(void *arg) {
  starts++;                    // @B
  pthread_mutex_lock(&lock);   // @DIVIDING
  share = 100 / workers;       // @DIVIDE
  pthread_mutex_unlock(&lock); // @DIVIDING
  return arg;
}
int main(void) {
  both(load, divide);
  return 0;
}
