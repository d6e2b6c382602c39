// One of the two threads does without the spin lock.
// OMEN: race x A:rw B:rw sometimes
// OMEN: twin spinlock_ok.c
#include "../corpus.h"
int x;
pthread_spinlock_t s;
void *locks(void *p) {
  pthread_spin_lock(&s);
  x++; // @A
  pthread_spin_unlock(&s);
  return p;
}
void *tries(void *p) {
  int got = pthread_spin_trylock(&s);
  if (got == 0) pthread_spin_unlock(&s);
  x++; // @B
  return p;
}
int main(void) {
  pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
  both(tries, locks);
  return x == 0;
}
