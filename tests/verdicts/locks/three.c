// Three threads; one only reads.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, saw;
void *writer(void *p) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&m);
    x += (int)(long)p;
    pthread_mutex_unlock(&m);
  }
  return p;
}
void *reader(void *p) {
  pthread_mutex_lock(&m);
  saw = x;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a = start(writer, (void *)1), b = start(writer, (void *)2), c = start(reader, NULL);
  finish(a);
  finish(b);
  finish(c);
  return saw > 100;
}
