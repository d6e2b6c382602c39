/* predicted: crash handler
 * twin (-DGUARDED): the handler is set before the flag that is asked */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int n, ready;
void (*handler)(void);
static void handle(void) { n++; }
static int visit(int set) {
  pthread_mutex_lock(&l);
  n++;
  int was = ready;
  ready |= set;
  pthread_mutex_unlock(&l);
  return was;
}
static void *one(void *u) {
  handler = handle;
  visit(1);
  return u;
}
static void *two(void *u) {
  int go = visit(0);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  handler();
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
