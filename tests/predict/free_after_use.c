/* predicted: use-after-free
 * twin (-DGUARDED): the one that frees joins the user */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int *block, n, ready, copy;
static int visit(int set) {
  pthread_mutex_lock(&l);
  n++;
  int was = ready;
  ready |= set;
  pthread_mutex_unlock(&l);
  return was;
}
static void *one(void *u) {
  copy = *block;
  visit(1);
  return u;
}
static void *two(void *u) {
  int go = visit(0);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  free(block);
  return u;
}
int main(void) {
  block = malloc(sizeof *block);
  *block = 4;
  RUN(one, two);
  return 0;
}
