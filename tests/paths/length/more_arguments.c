// With more than one argument the second thread takes both locks, in the order that the flag says.
// OMEN: args one
// OMEN: symbolic argv
// OMEN: verdict swap SET ASK class k-witness-harmless
// OMEN: multi swap SET ASK class spec-violated consequence deadlock
// OMEN: reveal args one two
// OMEN: input len(args) >= 2
#include "../../corpus/corpus.h"
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
volatile int swap = 1;
static int count;
void *one(void *p) {
  pthread_mutex_lock(&left);
  swap = 0; // @SET
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return p;
}
void *two(void *p) {
  int other = swap; // @ASK
  if (count > 1) {
    pthread_mutex_lock(other ? &right : &left);
    pthread_mutex_lock(other ? &left : &right);
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
  }
  return p;
}
int main(int argc, char **argv) {
  (void)argv;
  count = argc - 1;
  both(one, two);
  return 0;
}
