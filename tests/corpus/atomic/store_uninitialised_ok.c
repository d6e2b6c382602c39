// The first store to an atomic variable finds what other functions left on the stack: below a system call that is the
// runtime's, and not the same in replays.
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
#include <unistd.h>
static __attribute__((noinline)) int store(void) {
  _Atomic unsigned all[512];
  for (int i = 0; i < 512; i++) atomic_store(&all[i], 1);
  return (int)all[17];
}
void *worker(void *p) {
  for (int i = 0; i < 3; i++) {
    usleep(10);
    if (store() != 1) return NULL;
  }
  return p;
}
int main(void) {
  both(worker, worker);
  puts("done");
  return 0;
}
