// A spin lock is unlocked that nobody holds.
// OMEN: defect unlock-not-held
#include "../defects.h"
static pthread_spinlock_t s;
int main(void) {
  pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
  if (!bad) pthread_spin_lock(&s);
  pthread_spin_unlock(&s); // @BAD
  puts("done");
  return 0;
}
