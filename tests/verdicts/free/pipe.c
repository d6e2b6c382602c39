// The threads talk through a pipe after the race.
// OMEN: verdict hits A B class k-witness-harmless
#include "../../corpus/corpus.h"
#include <unistd.h>
int hits, ends[2];
void *sender(void *p) {
  hits++; // @A
  MUST(write(ends[1], "x", 1) == 1);
  return p;
}
void *receiver(void *p) {
  hits++; // @B
  char c = 0;
  MUST(read(ends[0], &c, 1) == 1);
  printf("%c\n", c);
  return p;
}
int main(void) {
  MUST(pipe(ends) == 0);
  both(sender, receiver);
  return 0;
}
