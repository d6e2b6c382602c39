// Six threads pass a turn round, each spinning for its own number without yielding: none may starve.
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
enum { THREADS = 6, ROUNDS = 3 };
atomic_int turn;
int passed;
void *player(void *p) {
  int me = (int)(intptr_t)p;
  for (int r = 0; r < ROUNDS; r++) {
    while (atomic_load_explicit(&turn, memory_order_acquire) != r * THREADS + me) continue;
    passed++;
    atomic_fetch_add_explicit(&turn, 1, memory_order_release);
  }
  return p;
}
int main(void) {
  pthread_t t[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) t[i] = start(player, (void *)(THREADS - 1 - i));
  for (int i = 0; i < THREADS; i++) finish(t[i]);
  printf("%d\n", passed);
  return passed != THREADS * ROUNDS;
}
