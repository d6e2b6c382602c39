/* predicted: race value
 * twin (-DGUARDED): the second thread waits for the condition */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int value, log_lines, done, copy;
static void *one(void *u) {
  value = 5;
  pthread_mutex_lock(&l);
  log_lines++;
  done = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&l);
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&l);
  log_lines++;
#ifdef GUARDED
  while (!done) pthread_cond_wait(&c, &l);
#endif
  pthread_mutex_unlock(&l);
  copy = value;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
