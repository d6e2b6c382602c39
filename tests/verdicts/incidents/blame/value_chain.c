// The width goes from one word to the next, and from there into the loop. It is the first word that is read too late; the
// second is written whatever it is, and right before its use in both orders.
// OMEN: incident overflow FILL cause race wanted WANT TAKE
// OMEN: or cause race width PASS USE
// OMEN: or cause races wanted WANT TAKE + width PASS USE
// OMEN: verdict wanted WANT TAKE class spec-violated consequence overflow
// OMEN: verdict width PASS USE class spec-violated consequence overflow
// OMEN: maybe width PASS USE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int wanted = 3, width = 2;
char line[4];
void *pass(void *arg) {
  int n = wanted; // @TAKE
  width = n;      // @PASS
  return arg;
}
void *use(void *arg) {
  int n = width; // @USE
  for (int i = 0; i < n; i++)
    line[i] = 'x'; // @FILL
  return arg;
}
void *want(void *arg) {
  wanted = 6; // @WANT
  return arg;
}
int main(void) {
  pthread_t t[3] = {start(pass, NULL), start(use, NULL), start(want, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
