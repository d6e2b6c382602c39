// The value goes through a third thread, under a lock, before it is printed.
// OMEN: verdict source A B class output-differs consequence output
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int source = 1, passed, full;
void *setter(void *p) {
  source = 2; // @A
  return p;
}
void *carrier(void *p) {
  int x = source; // @B
  pthread_mutex_lock(&m);
  passed = x;
  full = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}
void *printer(void *p) {
  pthread_mutex_lock(&m);
  while (!full) pthread_cond_wait(&c, &m);
  printf("%d\n", passed);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[3] = {start(setter, NULL), start(carrier, NULL), start(printer, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
