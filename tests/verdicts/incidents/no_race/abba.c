// Two locks, taken in two orders.
// OMEN: incident deadlock * cause order ONE OTHER
// OMEN: or cause atomicity ONE OTHER
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int both_held;
volatile int in_a, in_b;
void *one(void *arg) {
  pthread_mutex_lock(&a); // @ONE
  in_a++;
  pthread_mutex_lock(&b);
  both_held++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a); // @ONE
  return arg;
}
void *other(void *arg) {
  pthread_mutex_lock(&b); // @OTHER
  in_b++;
  pthread_mutex_lock(&a);
  both_held++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b); // @OTHER
  return arg;
}
int main(void) {
  both(one, other);
  return 0;
}
