// There is enough.
// OMEN: options --invariant 'stock >= 0'
// OMEN: no-incident
// OMEN: verdict stock LOOK TAKE class k-witness-harmless
// OMEN: verdict stock TAKE TAKE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int stock = 4;
void *take(void *arg) {
  for (int i = 0; i < 2; i++)
    if (stock > 0) // @LOOK
      stock--;     // @TAKE
  return arg;
}
int main(void) {
  both(take, take);
  return 0;
}
