// The same with a pointer into the buffer: it is compared with the end, written through, and moved.
// OMEN: incident overflow ACT cause race at CHECK MOVE
// OMEN: or cause race at MOVE ACT
// OMEN: verdict at CHECK MOVE class spec-violated consequence overflow
// OMEN: maybe at MOVE ACT class spec-violated consequence overflow
// OMEN: maybe at MOVE MOVE class k-witness-harmless
// OMEN: maybe buffer ACT ACT class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
char buffer[6];
char *volatile at = buffer;
void *fill(void *arg) {
  for (int i = 0; i < 3; i++)
    if (at != buffer + sizeof buffer) { // @CHECK
      *at = 'x';                        // @ACT
      at++;                             // @MOVE
    }
  return arg;
}
int main(void) {
  at = buffer + 3;
  both(fill, fill);
  return 0;
}
