// Checked and acted in one critical section; what is counted beside it is never looked at.
// OMEN: no-incident
// OMEN: verdict tries TRY TRY class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int length, tries;
int items[4];
void *append(void *arg) {
  for (int i = 0; i < 4; i++) {
    tries++; // @TRY
    pthread_mutex_lock(&lock);
    if (length < 4) {
      items[length] = i;
      length++;
    }
    pthread_mutex_unlock(&lock);
  }
  return arg;
}
int main(void) {
  both(append, append);
  return 0;
}
