// A barrier for three where only two come.
// OMEN: deadlock 0:join 1:barrier 2:barrier
// OMEN: twin ../pthread/barrier_ok.c
#include "../corpus.h"
pthread_barrier_t b;
void *worker(void *p) {
  pthread_barrier_wait(&b);
  return p;
}
int main(void) {
  pthread_barrier_init(&b, NULL, 3);
  both(worker, worker);
  return 0;
}
