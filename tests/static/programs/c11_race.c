// SCAN: race x
#include "scan.h"
static mtx_t m;
static int x;
static int worker(void *arg) {
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  return arg != NULL;
}
int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  thrd_create(&t, worker, NULL);
  x = 1;
  thrd_join(t, NULL);
  return x == 9;
}
