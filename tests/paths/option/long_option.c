// --format=index takes the other thread's last entry as an index, which is -1 before there is one.
// OMEN: args --format=text
// OMEN: symbolic argv
// OMEN: verdict last ADD ASK class k-witness-harmless
// OMEN: multi last ADD ASK class spec-violated consequence overflow
// OMEN: reveal args --format=index
// OMEN: input args == ["--format=index"]
#include "../../corpus/corpus.h"
volatile int last = -1;
int entries[4] = {5, 6, 7, 8};
static int by_index;
void *adder(void *p) {
  last = 2; // @ADD
  return p;
}
void *shower(void *p) {
  int at = last; // @ASK
  if (by_index) entries[at] = 9;
  return p;
}
int main(int argc, char **argv) {
  if (argc != 2 || strncmp(argv[1], "--format=", 9)) return 2;
  const char *format = argv[1] + 9;
  if (!strcmp(format, "index"))
    by_index = 1;
  else if (strcmp(format, "text"))
    return 2;
  both(adder, shower);
  puts("ok");
  return 0;
}
