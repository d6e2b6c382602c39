// Figure 17 of the thesis: two writes to what nobody reads, and an output that depends on the input alone.
// OMEN: verdict globalx A B class k-witness-harmless
// OMEN: args 1
#include "../../corpus/corpus.h"
int globalx, i;
void *work0(void *p) {
  globalx = 1; // @A
  if (i >= 0) printf("10\n");
  return p;
}
void *work1(void *p) {
  globalx = 2; // @B
  return p;
}
int main(int argc, char **argv) {
  i = argc > 1 ? atoi(argv[1]) : -1;
  both(work0, work1);
  return 0;
}
