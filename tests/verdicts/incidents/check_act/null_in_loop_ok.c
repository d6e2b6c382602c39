// Looked at once a round: what was there when it was looked at is used.
// OMEN: no-incident
// OMEN: verdict box TAKE CLEAR class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, sum;
int *volatile box = &value;
void *user(void *arg) {
  for (int i = 0; i < 3; i++) {
    int *now = box; // @TAKE
    if (now) sum += *now;
  }
  return arg;
}
void *clearer(void *arg) {
  box = NULL; // @CLEAR
  return arg;
}
int main(void) {
  both(user, clearer);
  return 0;
}
