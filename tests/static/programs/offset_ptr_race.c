// SCAN: race it
// Pointers that are relative to themselves.
#include "scan.h"
struct rel {
  int64_t off;
};
static struct rel r;
static void set(struct rel *r, void *to) { r->off = (char *)to - (char *)r; }
static void *get(struct rel *r) { return (char *)r + r->off; }
static void *work(void *x) {
  ++*(int *)get(&r);
  return 0;
}
int main(void) {
  pthread_t t;
  int *it = calloc(4, 4);
  set(&r, it);
  pthread_create(&t, 0, work, 0);
  it[0] = 5;
  pthread_join(t, 0);
  return 0;
}
