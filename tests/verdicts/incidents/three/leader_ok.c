// The old leader is freed when nobody can follow it any more.
// OMEN: no-incident
// OMEN: verdict leader LEFT CHANGE class k-witness-harmless
// OMEN: verdict leader RIGHT CHANGE class k-witness-harmless
// OMEN: maybe * * CHANGE class k-witness-harmless
// OMEN: maybe * * FRESH class single-ordering
// OMEN: maybe * * FRESH class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
struct leader {
  int term;
};
struct leader *volatile leader, *old;
void *follow_left(void *arg) {
  return leader->term == 9 ? arg : NULL; // @LEFT
}
void *follow_right(void *arg) {
  return leader->term == 8 ? arg : NULL; // @RIGHT
}
void *elect(void *arg) {
  struct leader *fresh = calloc(1, sizeof *fresh); // @FRESH
  old = leader;
  leader = fresh; // @CHANGE
  return arg;
}
int main(void) {
  leader = calloc(1, sizeof *leader);
  pthread_t t[3] = {start(elect, NULL), start(follow_left, NULL), start(follow_right, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  free(leader);
  free(old);
  return 0;
}
