// three_looks.c, where the last look stands alone.
// OMEN: no-incident
// OMEN: verdict word MIDDLE WRITE class k-witness-harmless
// OMEN: verdict word LAST WRITE class k-witness-harmless
#include "../../../corpus/corpus.h"
#include <assert.h>
static volatile int word;
static volatile int noted;
void *looker(void *arg) {
  noted = word;    // @MIDDLE
  int last = word; // @LAST
  assert(last == 0 || last == 7);
  return arg;
}
void *writer(void *arg) {
  word = 7; // @WRITE
  return arg;
}
int main(void) {
  both(looker, writer);
  return 0;
}
