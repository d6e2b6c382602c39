// There is a setting before any is loaded.
// OMEN: no-incident
// OMEN: verdict starts A B class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int workers = 1;
volatile int starts, share;
void *load(void *arg) {
  starts++; // @A
  pthread_mutex_lock(&lock);
  workers = 4;
  pthread_mutex_unlock(&lock);
  return arg;
}
void *divide(void *arg) {
  starts++; // @B
  pthread_mutex_lock(&lock);
  share = 100 / workers;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(load, divide);
  return 0;
}
