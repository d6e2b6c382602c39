// The width is looked at together with the ends, under the lock; where the window is now is also kept for a display that
// takes whatever it finds.
// OMEN: no-incident
// OMEN: verdict shown SHOW LOOK class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int shown, screen;
int from, to = 2, table[4];
void *mover(void *arg) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&lock);
    from = i == 3 ? 6 : i;
    to = i == 3 ? 8 : i + 2;
    pthread_mutex_unlock(&lock);
    shown = i; // @SHOW
  }
  return arg;
}
void *reader(void *arg) {
  for (int i = 0; i < 4; i++) {
    screen = shown; // @LOOK
    pthread_mutex_lock(&lock);
    table[to - from] = 1;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}
int main(void) {
  both(mover, reader);
  return 0;
}
