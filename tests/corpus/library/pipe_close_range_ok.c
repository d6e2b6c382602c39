// The end of the stream comes after all that was done before the close, also if it is closed with others; what is at
// its number later is another's.
// OMEN: none
#define _GNU_SOURCE
#include "../corpus.h"
#include <fcntl.h>
#include <unistd.h>
int one[2], two[2], first, second;
void *closer(void *p) {
  first = 1;
  MUST(close_range((unsigned)one[1], (unsigned)one[1], 0) == 0);
  second = 2;
  MUST(dup2(0, two[1]) == two[1]);
  return p;
}
void *waiter(void *p) {
  char c;
  MUST(read(one[0], &c, 1) == 0 && first == 1);
  MUST(read(two[0], &c, 1) == 0 && second == 2);
  return p;
}
int main(void) {
  MUST(pipe(one) == 0 && pipe(two) == 0);
  both(waiter, closer);
  return 0;
}
