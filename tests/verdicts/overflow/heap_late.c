// The same two lines race four times; only the last time the index is too large.
// OMEN: verdict limit SET USE class spec-violated consequence overflow
#include "../../corpus/corpus.h"
volatile int limit[4] = {3, 3, 3, 3};
char *line[4];
void *user(void *p) {
  for (int i = 0; i < 4; i++) line[i][limit[i]] = 0; // @USE
  return p;
}
void *setter(void *p) {
  for (int i = 0; i < 4; i++) limit[i] = i == 3 ? 9 : 2; // @SET
  return p;
}
int main(void) {
  for (int i = 0; i < 4; i++) line[i] = malloc(9);
  both(user, setter);
  for (int i = 0; i < 4; i++) free(line[i]);
  return 0;
}
