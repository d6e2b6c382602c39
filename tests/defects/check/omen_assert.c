// omen_assert of the header, in a worker.
// OMEN: defect check
// OMEN: end any
#include "../defects.h"
#include <omen.h>
static int n;
static void *worker(void *p) {
  n += 1 + bad;
  omen_assert(n == 1); // @BAD
  return p;
}
int main(void) {
  finish(start(worker, NULL));
  puts("done");
  return 0;
}
