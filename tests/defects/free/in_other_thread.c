// main frees an argument that its thread has not read yet.
// OMEN: defect use-after-free read heap
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  pthread_mutex_lock(&m);
  int v = *(int *)p; // @BAD
  pthread_mutex_unlock(&m);
  printf("%d\n", v == 4 || bad);
  return NULL;
}
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 4;
  pthread_mutex_lock(&m);
  pthread_t t = start(worker, p);
  if (bad) free(p);
  pthread_mutex_unlock(&m);
  finish(t);
  if (!bad) free(p);
  return 0;
}
