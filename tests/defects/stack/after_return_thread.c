// A thread gets a pointer to a local of a function that has returned when it looks.
// OMEN: defect use-after-return read stack
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  pthread_mutex_lock(&m);
  int v = *(int *)p; // @BAD
  pthread_mutex_unlock(&m);
  printf("%d\n", v == 6 || bad);
  return NULL;
}
static int lasting[4];
NOINLINE pthread_t launch(void) {
  int local[4];
  int *volatile p = bad ? local : lasting;
  *p = 6;
  return start(worker, p);
}
int main(void) {
  pthread_mutex_lock(&m);
  pthread_t t = launch();
  pthread_mutex_unlock(&m);
  finish(t);
  return 0;
}
