// Who exchanges the mark frees.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <stdatomic.h>
atomic_int gone[3];
void *block[3];
void *release(void *arg) {
  for (int i = 0; i < 3; i++)
    if (!atomic_exchange(&gone[i], 1)) free(block[i]);
  return arg;
}
int main(void) {
  for (int i = 0; i < 3; i++) block[i] = malloc(8);
  both(release, release);
  return 0;
}
