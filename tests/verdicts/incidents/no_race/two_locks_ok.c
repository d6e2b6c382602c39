// Both locks are held while the money moves.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER, right_lock = PTHREAD_MUTEX_INITIALIZER;
int left = 10, right = 10;
void *transfer(void *arg) {
  pthread_mutex_lock(&left_lock);
  pthread_mutex_lock(&right_lock);
  left -= 4;
  right += 4;
  pthread_mutex_unlock(&right_lock);
  pthread_mutex_unlock(&left_lock);
  return arg;
}
void *audit(void *arg) {
  pthread_mutex_lock(&left_lock);
  pthread_mutex_lock(&right_lock);
  assert(left + right == 20);
  pthread_mutex_unlock(&right_lock);
  pthread_mutex_unlock(&left_lock);
  return arg;
}
int main(void) {
  both(transfer, audit);
  return 0;
}
