// A thread joins itself.
// OMEN: defect thread-misuse
#include "../defects.h"
static void *worker(void *p) { return p; }
int main(void) {
  pthread_t t = start(worker, NULL);
  int e = pthread_join(bad ? pthread_self() : t, NULL); // @BAD
  printf("%d\n", e == 0 || bad);
  return 0;
}
