// What is used is cut to what there is.
// OMEN: no-incident
// OMEN: verdict wanted WANT TAKE class k-witness-harmless
// OMEN: verdict width PASS USE class k-witness-harmless
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
  for (int i = 0; i < n && i < 4; i++) line[i] = 'x';
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
