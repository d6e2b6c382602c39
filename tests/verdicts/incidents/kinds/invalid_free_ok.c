// A second pointer is moved.
// OMEN: no-incident
// OMEN: verdict at MOVE LOOK class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
char *block;
char *volatile at;
void *look(void *arg) {
  return at == arg ? arg : NULL; // @LOOK
}
void *skip(void *arg) {
  at = at + 1; // @MOVE
  return arg;
}
int main(void) {
  at = block = malloc(8);
  both(look, skip);
  free(block);
  return 0;
}
