// From the third line on there must be a reader.
// OMEN: stdin a\nb\n
// OMEN: symbolic stdin
// OMEN: verdict readers COME LOOK class k-witness-harmless
// OMEN: multi readers COME LOOK class spec-violated consequence assertion
// OMEN: reveal stdin a\nb\nc\n
// OMEN: input stdin.count(b"\n") > 2
#include "../../corpus/corpus.h"
#include <assert.h>
volatile int readers;
static int lines;
void *reader(void *p) {
  readers = 1; // @COME
  return p;
}
void *writer(void *p) {
  int there = readers; // @LOOK
  if (lines > 2) assert(there);
  return p;
}
int main(void) {
  int c;
  while ((c = getchar()) != EOF && lines < 8)
    if (c == '\n') lines++;
  both(reader, writer);
  return 0;
}
