// A condition variable is signalled after it was destroyed.
// OMEN: defect use-after-destroy
#include "../defects.h"
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
  if (bad) pthread_cond_destroy(&c);
  pthread_cond_signal(&c); // @BAD
  puts("done");
  return 0;
}
