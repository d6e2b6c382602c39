// The same counters; what they count is under a lock.
// OMEN: no-incident
// OMEN: verdict tries TRY TRY class k-witness-harmless
// OMEN: maybe full FULL FULL class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int tries, full;
int length, items[4];
void *append(void *arg) {
  for (int i = 0; i < 4; i++) {
    tries++; // @TRY
    pthread_mutex_lock(&lock);
    int room = length < 4;
    if (room) items[length++] = i;
    pthread_mutex_unlock(&lock);
    if (!room) full++; // @FULL
  }
  return arg;
}
int main(void) {
  both(append, append);
  return 0;
}
