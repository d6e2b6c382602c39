// Both threads write the same value: still a race.
// OMEN: race x A:w A:w
// OMEN: twin read_only_ok.c
#include "../corpus.h"
int x;
void *worker(void *p) {
  x = 1; // @A
  return p;
}
int main(void) {
  both(worker, worker);
  return x != 1;
}
