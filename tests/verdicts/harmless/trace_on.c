// Figure 8 (b) of the Portend paper (ctrace): every thread switches the trace on.
// OMEN: verdict trc_on A A class k-witness-harmless
#include "../../corpus/corpus.h"
int trc = 1, trc_on;
void *work(void *p) {
  if (trc) trc_on = 1; // @A
  return p;
}
int main(void) {
  both(work, work);
  printf("%d\n", trc_on);
  return 0;
}
