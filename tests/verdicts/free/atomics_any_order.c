// Tickets by an atomic counter: who gets which is anybody's guess, and printed.
// OMEN: verdict hits A A class k-witness-harmless
#include "../../corpus/corpus.h"
#include <stdatomic.h>
atomic_int next_ticket;
int hits, ticket[2];
static void draw(int who) {
  hits++; // @A
  ticket[who] = atomic_fetch_add(&next_ticket, 1);
}
void *one(void *p) {
  draw(0);
  return p;
}
void *two(void *p) {
  draw(1);
  return p;
}
int main(void) {
  both(one, two);
  printf("%d %d\n", ticket[0], ticket[1]);
  return 0;
}
