// The failing thread looks three times; only the first look, before the other's write, and the last, behind it, make it fail.
// The look in the middle is innocent: with the write before all three, all is well.
// OMEN: incident assertion FAIL cause races word FIRST WRITE + word WRITE LAST
// OMEN: or cause race word FIRST WRITE
// OMEN: or cause race word FIRST|LAST WRITE
// OMEN: or cause races word FIRST WRITE + word WRITE LAST
// OMEN: verdict word FIRST WRITE class spec-violated consequence assertion
// OMEN: maybe word LAST WRITE class spec-violated consequence assertion
// OMEN: verdict word MIDDLE WRITE class k-witness-harmless
#include "../../../corpus/corpus.h"
#include <assert.h>
static volatile int word;
static volatile int noted;
void *looker(void *arg) {
  int first = word;              // @FIRST
  noted = word;                  // @MIDDLE
  int last = word;               // @LAST
  assert(first == last);         // @FAIL
  return arg;
}
void *writer(void *arg) {
  word = 7; // @WRITE
  return arg;
}
int main(void) {
  both(looker, writer);
  return 0;
}
