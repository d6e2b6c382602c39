// Random bytes are printed, read by both threads.
// OMEN: verdict hits A A class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sys/random.h>
int hits;
unsigned got[2];
static void draw(int i) {
  hits++; // @A
  MUST(getrandom(&got[i], sizeof got[i], 0) == sizeof got[i]);
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
  printf("%u\n", got[0] ^ got[1]);
  return 0;
}
