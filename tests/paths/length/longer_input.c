// More than six bytes make a second block, whose buffer is freed by whoever comes first, and used.
// OMEN: stdin abc
// OMEN: symbolic stdin
// OMEN: verdict busy ENTER LOOK class k-witness-harmless
// OMEN: multi busy ENTER LOOK class spec-violated consequence use-after-free
// OMEN: reveal stdin abcdefgh
// OMEN: input len(stdin) > 6
#include "../../corpus/corpus.h"
#include <unistd.h>
volatile int busy;
static char *block;
static int freed;
void *user(void *p) {
  busy = 1; // @ENTER
  if (block) block[0] = 1;
  return p;
}
void *closer(void *p) {
  int there = busy; // @LOOK
  if (!there && block) {
    free(block);
    freed = 1;
  }
  return p;
}
int main(void) {
  char data[64];
  ssize_t n = read(0, data, sizeof data);
  if (n < 0) return 2;
  if (n > 6) block = malloc(64);
  both(user, closer);
  if (!freed) free(block);
  return 0;
}
