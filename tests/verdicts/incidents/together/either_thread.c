// Two threads each take away one of the two things that the third needs: each is guilty by itself.
// OMEN: incident crash LEFT cause race left DROPL LEFT
// OMEN: incident crash RIGHT cause race right DROPR RIGHT
// OMEN: verdict left DROPL LEFT class spec-violated consequence crash
// OMEN: verdict right DROPR RIGHT class spec-violated consequence crash
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, got;
int *volatile left = &value, *volatile right = &value;
void *user(void *arg) {
  got = *left;   // @LEFT
  got += *right; // @RIGHT
  return arg;
}
void *drop_left(void *arg) {
  left = NULL; // @DROPL
  return arg;
}
void *drop_right(void *arg) {
  right = NULL; // @DROPR
  return arg;
}
int main(void) {
  pthread_t t[3] = {start(user, NULL), start(drop_left, NULL), start(drop_right, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
