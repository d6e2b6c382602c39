// Accesses at constant addresses, which are never made: LLVM aligns those at 0 to 4 GiB.
// OMEN: none
#include "../corpus.h"
int gone;
void *thread(void *p) {
  if (!p) *(volatile char *)0 = 1;
  if (!p) *(volatile short *)0 = 1;
  if (!p) *(volatile long *)0 = 1;
  if (!p) *(volatile char *)64 += *(volatile char *)1;
  return p;
}
int main(void) {
  pthread_t t;
  MUST(pthread_create(&t, NULL, thread, &gone) == 0);
  MUST(pthread_join(t, NULL) == 0);
  return 0;
}
