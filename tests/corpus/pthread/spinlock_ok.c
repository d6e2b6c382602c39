// Both threads take the spin lock, one of them by trying.
// OMEN: none
#include "../corpus.h"
int x;
pthread_spinlock_t s;
void *locks(void *p) {
  pthread_spin_lock(&s);
  x++;
  pthread_spin_unlock(&s);
  return p;
}
void *tries(void *p) {
  while (pthread_spin_trylock(&s)) continue;
  x++;
  pthread_spin_unlock(&s);
  return p;
}
int main(void) {
  pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
  both(locks, tries);
  return x == 0;
}
