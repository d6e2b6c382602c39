// Two threads free one block; a mutex orders them, which does not help.
// OMEN: defect double-free
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *shared;
static void *worker(void *p) {
  pthread_mutex_lock(&m);
  free(shared); // @BAD
  if (!bad) shared = NULL;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  shared = malloc(10);
  pthread_t t = start(worker, NULL), u = start(worker, NULL);
  finish(t);
  finish(u);
  puts("done");
  return 0;
}
