// The guilty race crashes on few schedules, lock order on many, at another place.
// OMEN: maybe box A CLEAR class spec-violated consequence crash
// OMEN: verdict box B CLEAR class spec-violated consequence crash
// OMEN: verdict hits HIT HIT2 class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value = 7, hits, got, turns, *late;
int *volatile box = &value;
void *user(void *p) {
  hits++; // @HIT
  pthread_mutex_lock(&m);
  if (turns++ == 0) late = &value;
  pthread_mutex_unlock(&m);
  int *seen = box; // @A
  if (seen) {
    pthread_mutex_lock(&m);
    turns++;
    pthread_mutex_unlock(&m);
    got = *box; // @B
  }
  return p;
}
void *clearer(void *p) {
  hits++; // @HIT2
  pthread_mutex_lock(&m);
  turns++;
  pthread_mutex_unlock(&m);
  box = NULL; // @CLEAR
  return p;
}
int main(void) {
  both(user, clearer);
  return *late == 7 ? 0 : 1;
}
