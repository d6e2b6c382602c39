// Both may compute the same thing; whoever does, the answer is the same.
// OMEN: verdict cached ASK SET class k-witness-harmless
// OMEN: maybe cached SET SET class k-witness-harmless
// OMEN: maybe cached SET USE class k-witness-harmless
#include "../../corpus/corpus.h"
volatile int cached;
static int answer(void) {
  if (!cached)                    // @ASK
    cached = (int)strlen("same"); // @SET
  return cached;                  // @USE
}
void *user(void *p) {
  printf("%d\n", answer());
  return p;
}
int main(void) {
  both(user, user);
  return 0;
}
