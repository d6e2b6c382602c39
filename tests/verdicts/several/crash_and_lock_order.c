// One race crashes the program; who takes the lock first crashes it elsewhere; the other race does nothing.
// OMEN: verdict box ASK CLEAR class spec-violated consequence crash
// OMEN: verdict box USE CLEAR class spec-violated consequence crash
// OMEN: verdict hits A B class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value = 7, hits, got, first;
int *volatile box = &value;
int *late;
void *user(void *p) {
  hits++; // @A
  pthread_mutex_lock(&m);
  if (!first) first = 1, late = &value;
  pthread_mutex_unlock(&m);
  if (box)      // @ASK
    got = *box; // @USE
  return p;
}
void *clearer(void *p) {
  hits++; // @B
  pthread_mutex_lock(&m);
  if (!first) first = 2;
  pthread_mutex_unlock(&m);
  box = NULL; // @CLEAR
  return p;
}
int main(void) {
  both(user, clearer);
  return *late == 7 ? 0 : 1;
}
