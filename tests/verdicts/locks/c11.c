// The locks of C11.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
#include <threads.h>
mtx_t m;
int x;
void *worker(void *p) {
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  return p;
}
int main(void) {
  mtx_init(&m, mtx_plain);
  both(worker, worker);
  printf("%d\n", x);
  return 0;
}
