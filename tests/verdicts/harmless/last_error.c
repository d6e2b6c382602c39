// Everybody leaves its last error; nobody looks, since there was none.
// OMEN: verdict last_error A B class k-witness-harmless
#include "../../corpus/corpus.h"
int last_error;
void *one(void *p) {
  last_error = 11; // @A
  return p;
}
void *two(void *p) {
  last_error = 12; // @B
  return p;
}
int main(void) {
  both(one, two);
  if (last_error < 0) printf("error %d\n", last_error);
  return 0;
}
