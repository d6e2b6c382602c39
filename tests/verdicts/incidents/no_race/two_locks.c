// Money goes from one account to the other, each under its own lock; the auditor takes both locks and counts while it is
// on its way.
// OMEN: incident assertion SUM cause atomicity TAKING GIVING AUDIT
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER, right_lock = PTHREAD_MUTEX_INITIALIZER;
int left = 10, right = 10;
void *transfer(void *arg) {
  pthread_mutex_lock(&left_lock); // @TAKING
  left -= 4;
  pthread_mutex_unlock(&left_lock); // @TAKING
  pthread_mutex_lock(&right_lock);  // @GIVING
  right += 4;
  pthread_mutex_unlock(&right_lock); // @GIVING
  return arg;
}
void *audit(void *arg) {
  pthread_mutex_lock(&left_lock); // @AUDIT
  pthread_mutex_lock(&right_lock);
  assert(left + right == 20); // @SUM
  pthread_mutex_unlock(&right_lock);
  pthread_mutex_unlock(&left_lock); // @AUDIT
  return arg;
}
int main(void) {
  both(transfer, audit);
  return 0;
}
