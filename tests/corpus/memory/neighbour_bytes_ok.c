// Four bytes of one word, one for each thread: no race.
// OMEN: none
#include "../corpus.h"
char byte[4];
NOINLINE void set(int i) { byte[i] = 1; }
void *worker(void *p) {
  set((int)(intptr_t)p);
  return p;
}
int main(void) {
  pthread_t t[4];
  for (intptr_t i = 0; i < 4; i++) t[i] = start(worker, (void *)i);
  for (int i = 0; i < 4; i++) finish(t[i]);
  return byte[0] + byte[1] + byte[2] + byte[3] == 0;
}
