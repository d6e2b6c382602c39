/* predicted: use-after-free
 * twin (-DGUARDED): who reads has counted itself in before, under the lock, and the last one frees */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
struct table {
  int refs, size, key[6];
};
static struct table *table;
int got, rounds;
static void drop(struct table *t) {
  pthread_mutex_lock(&l);
  int last = !--t->refs;
  if (last) free(t);
  pthread_mutex_unlock(&l);
}
static void *one(void *u) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&l);
    struct table *t = table;
#ifdef GUARDED
    t->refs++;
#endif
    pthread_mutex_unlock(&l);
    got += t->key[i] + t->size;
#ifdef GUARDED
    drop(t);
#endif
  }
  pthread_mutex_lock(&l);
  rounds++;
  pthread_mutex_unlock(&l);
  return u;
}
static void *two(void *u) {
  for (int i = 0; i < 3; i++) {
    struct table *fresh = calloc(1, sizeof *fresh);
    fresh->refs = 1;
    pthread_mutex_lock(&l);
    struct table *old = table;
    table = fresh;
    pthread_mutex_unlock(&l);
    drop(old);
  }
  return u;
}
int main(void) {
  table = calloc(1, sizeof *table);
  table->refs = 1;
  RUN(one, two);
  return 0;
}
