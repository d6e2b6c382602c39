// They are changed for others, not taken away.
// OMEN: no-incident
// OMEN: verdict left DROPL LEFT class k-witness-harmless
// OMEN: verdict right DROPR RIGHT class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, other = 8, got;
int *volatile left = &value, *volatile right = &value;
void *user(void *arg) {
  got = *left;   // @LEFT
  got += *right; // @RIGHT
  return arg;
}
void *drop_left(void *arg) {
  left = &other; // @DROPL
  return arg;
}
void *drop_right(void *arg) {
  right = &other; // @DROPR
  return arg;
}
int main(void) {
  pthread_t t[3] = {start(user, NULL), start(drop_left, NULL), start(drop_right, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
