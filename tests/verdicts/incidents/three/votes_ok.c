// A place for every number of votes.
// OMEN: no-incident
// OMEN: verdict left LEFT SUM class k-witness-harmless
// OMEN: verdict right RIGHT SUM class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int left, right;
int table[3];
void *counter(void *arg) {
  int votes = left + right; // @SUM
  table[votes] = 1;
  return arg;
}
void *vote_left(void *arg) {
  left = 1; // @LEFT
  return arg;
}
void *vote_right(void *arg) {
  right = 1; // @RIGHT
  return arg;
}
int main(void) {
  pthread_t t[3] = {start(counter, NULL), start(vote_left, NULL), start(vote_right, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
