// Four bytes of one word, one for each thread; but two threads were given the same.
// OMEN: race byte A:w A:w
// OMEN: twin neighbour_bytes_ok.c
#include "../corpus.h"
char byte[4];
NOINLINE void set(int i) { byte[i] = 1; } // @A
void *worker(void *p) {
  set((int)(intptr_t)p);
  return p;
}
int main(void) {
  pthread_t t[4];
  for (intptr_t i = 0; i < 4; i++) t[i] = start(worker, (void *)(i & 2));
  for (int i = 0; i < 4; i++) finish(t[i]);
  return byte[0] + byte[1] + byte[2] + byte[3] == 0;
}
