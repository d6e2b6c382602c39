// With -n two locks are taken, in an order that the flag decides.
// OMEN: args -s
// OMEN: symbolic argv
// OMEN: verdict turn SET ASK class k-witness-harmless
// OMEN: multi turn SET ASK class spec-violated consequence deadlock
// OMEN: reveal args -n
// OMEN: input args == ["-n"]
#include "../../corpus/corpus.h"
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
volatile int turn;
static int nested;
void *one(void *p) {
  pthread_mutex_lock(&first);
  turn = 1; // @SET
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return p;
}
void *two(void *p) {
  int mine = turn; // @ASK
  if (nested) {
    pthread_mutex_t *outer = mine ? &first : &second, *inner = mine ? &second : &first;
    pthread_mutex_lock(outer);
    pthread_mutex_lock(inner);
    pthread_mutex_unlock(inner);
    pthread_mutex_unlock(outer);
  }
  return p;
}
int main(int argc, char **argv) {
  nested = argc > 1 && argv[1][0] == '-' && argv[1][1] == 'n' && !argv[1][2];
  both(one, two);
  return 0;
}
