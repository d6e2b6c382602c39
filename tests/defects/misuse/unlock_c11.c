// C11's mtx_unlock without mtx_lock.
// OMEN: defect unlock-not-held
#include "../defects.h"
#include <threads.h>
int main(void) {
  mtx_t m;
  mtx_init(&m, mtx_plain);
  if (!bad) mtx_lock(&m);
  mtx_unlock(&m); // @BAD
  mtx_destroy(&m);
  puts("done");
  return 0;
}
