// A new leader is put in place and the old one freed. Two others follow the leader; either may still have the old one.
// OMEN: incident use-after-free LEFT cause race leader LEFT CHANGE
// OMEN: or cause race * LEFT FREE
// OMEN: incident use-after-free RIGHT cause race leader RIGHT CHANGE
// OMEN: or cause race * RIGHT FREE
// OMEN: verdict leader LEFT CHANGE class spec-violated consequence use-after-free
// OMEN: verdict leader RIGHT CHANGE class spec-violated consequence use-after-free
// OMEN: maybe * LEFT FREE class spec-violated consequence use-after-free
// OMEN: maybe * RIGHT FREE class spec-violated consequence use-after-free
// OMEN: levels O2
#include "../../../corpus/corpus.h"
struct leader {
  int term;
};
struct leader *volatile leader;
void *follow_left(void *arg) {
  return leader->term == 9 ? arg : NULL; // @LEFT
}
void *follow_right(void *arg) {
  return leader->term == 8 ? arg : NULL; // @RIGHT
}
void *elect(void *arg) {
  struct leader *old = leader, *fresh = calloc(1, sizeof *fresh);
  leader = fresh; // @CHANGE
  free(old);      // @FREE
  return arg;
}
int main(void) {
  leader = calloc(1, sizeof *leader);
  pthread_t t[3] = {start(elect, NULL), start(follow_left, NULL), start(follow_right, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  free(leader);
  return 0;
}
