// SCAN: none
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
  mtx_lock(&m);
  x = 1;
  mtx_unlock(&m);
  thrd_join(t, NULL);
  return x == 9;
}
