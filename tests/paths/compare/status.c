// The exit status is the number, or the number of bits above it that differ: equal for the tested one.
// OMEN: args 3
// OMEN: exit 3
// OMEN: symbolic argv
// OMEN: verdict status PLAIN GRAY class k-witness-harmless
// OMEN: multi status PLAIN GRAY class output-differs consequence output
// OMEN: reveal args 4
// OMEN: input (atoi(args[0]) & 255) != ((atoi(args[0]) ^ (atoi(args[0]) & 0xffffffff) >> 2) & 255)
#include "../../corpus/corpus.h"
volatile unsigned status;
static unsigned n;
void *plain(void *p) {
  status = n; // @PLAIN
  return p;
}
void *gray(void *p) {
  status = n ^ n >> 2; // @GRAY
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
  both(plain, gray);
  return (int)(status & 255);
}
