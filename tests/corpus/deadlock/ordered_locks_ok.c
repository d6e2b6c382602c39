// Two threads take two locks in the same order.
// OMEN: none
#include "../corpus.h"
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;
void *worker(void *p) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
  }
  return p;
}
int main(void) {
  both(worker, worker);
  return x != 6;
}
