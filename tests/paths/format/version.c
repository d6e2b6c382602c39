// Version 2 of a text format has a scale, which the other thread sets.
// OMEN: stdin version 1\n
// OMEN: symbolic stdin
// OMEN: verdict scale SET USE class k-witness-harmless
// OMEN: multi scale SET USE class spec-violated consequence undefined
// OMEN: reveal stdin version 2\n
// OMEN: input stdin[:9] == b"version 2"
#include "../../corpus/corpus.h"
volatile int scale;
static int version;
void *setter(void *p) {
  scale = 10; // @SET
  return p;
}
void *user(void *p) {
  int by = scale; // @USE
  if (version == 2)
    printf("%d\n", 30 / by);
  else
    puts("3");
  return p;
}
int main(void) {
  char line[40];
  if (!fgets(line, sizeof line, stdin) || strncmp(line, "version ", 8)) return 2;
  version = line[8] - '0';
  both(setter, user);
  return 0;
}
