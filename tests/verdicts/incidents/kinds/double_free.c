// Each round a block is freed by whoever finds it not freed.
// OMEN: incident double-free FREE cause race gone LOOK NOTE
// OMEN: verdict gone LOOK NOTE class spec-violated consequence double-free
// OMEN: maybe gone NOTE NOTE class k-witness-harmless
// OMEN: maybe gone NOTE NOTE class spec-violated consequence double-free
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int gone[3];
void *block[3];
void *release(void *arg) {
  for (int i = 0; i < 3; i++)
    if (!gone[i]) {   // @LOOK
      gone[i] = 1;    // @NOTE
      free(block[i]); // @FREE
    }
  return arg;
}
int main(void) {
  for (int i = 0; i < 3; i++) block[i] = malloc(8);
  both(release, release);
  return 0;
}
