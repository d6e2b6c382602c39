// `drop` relies on the other thread having left; `list` does not care.
// OMEN: args list
// OMEN: symbolic argv
// OMEN: verdict present LEAVE LOOK class k-witness-harmless
// OMEN: multi present LEAVE LOOK class spec-violated consequence assertion
// OMEN: reveal args drop
// OMEN: input args == ["drop"]
#include "../../corpus/corpus.h"
#include <assert.h>
volatile int present = 1;
static enum { LIST, COUNT, DROP } command;
void *guest(void *p) {
  present = 0; // @LEAVE
  return p;
}
void *host(void *p) {
  int there = present; // @LOOK
  switch (command) {
  case LIST: puts("list"); break;
  case COUNT: puts("1"); break;
  case DROP: assert(!there); break;
  }
  return p;
}
int main(int argc, char **argv) {
  if (argc < 2) return 2;
  if (!strcmp(argv[1], "list"))
    command = LIST;
  else if (!strcmp(argv[1], "count"))
    command = COUNT;
  else if (!strcmp(argv[1], "drop"))
    command = DROP;
  else
    return 2;
  both(guest, host);
  return 0;
}
