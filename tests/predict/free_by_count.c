/* predicted: use-after-free
 * twin (-DGUARDED): who reads is counted, so that the other thread, coming first, frees nothing */
#include "threads.h"
/* In the twin the predicted order can be followed up to where the free was, and there is none. */
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int refs, key;
} *table;
int got, rounds;
static void drop(void) {
  pthread_mutex_lock(&l);
  if (!--table->refs) free(table);
  pthread_mutex_unlock(&l);
}
static void *other(void *u) {
  pthread_mutex_lock(&m);
  rounds++;
  pthread_mutex_unlock(&m);
  return u;
}
static void *one(void *u) {
  got = table->key;
#ifdef GUARDED
  drop();
#else
  pthread_mutex_lock(&l);
  rounds--;
  pthread_mutex_unlock(&l);
#endif
  return u;
}
static void *two(void *u) {
  drop();
  return u;
}
int main(void) {
  table = calloc(1, sizeof *table);
#ifdef GUARDED
  table->refs = 2;
#else
  table->refs = 1;
#endif
  RUN(other, one, two);
  return 0;
}
