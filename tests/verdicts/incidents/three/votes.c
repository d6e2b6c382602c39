// Two threads vote, a third acts if both votes are in. It starts first and sees none; with both it is one too far.
// OMEN: incident overflow ACT cause race left LEFT SUM
// OMEN: or cause race right RIGHT SUM
// OMEN: or cause races left LEFT SUM + right RIGHT SUM
// OMEN: verdict left LEFT SUM class spec-violated consequence overflow
// OMEN: verdict right RIGHT SUM class spec-violated consequence overflow
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int left, right;
int table[2];
void *counter(void *arg) {
  int votes = left + right; // @SUM
  table[votes] = 1;         // @ACT
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
