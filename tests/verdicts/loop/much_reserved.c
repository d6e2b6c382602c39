// The stop that came earlier is lost, in a program that has a terabyte reserved and touched next to nothing of it.
// OMEN: verdict running START STOP class spec-violated consequence infinite-loop
// OMEN: verdict running ASK STOP class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sys/mman.h>
#include <unistd.h>
volatile int running;
void *worker(void *p) {
  running = 1;    // @START
  while (running) // @ASK
    usleep(10);
  return p;
}
void *stopper(void *p) {
  running = 0; // @STOP
  return p;
}
int main(void) {
  char *much = mmap(0, 1l << 40, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (much == MAP_FAILED) return 1;
  much[1l << 39] = 1;
  both(worker, stopper);
  return 0;
}
