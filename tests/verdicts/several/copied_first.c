// One copy reads six fields at once, before another thread sets them: only the field that is printed decides what is written.
// OMEN: verdict settings COPY WIDTH class k-witness-harmless
// OMEN: verdict settings COPY HEIGHT class k-witness-harmless
// OMEN: verdict settings COPY DEPTH class output-differs consequence output
// OMEN: verdict settings COPY COLOUR class k-witness-harmless
// OMEN: verdict settings COPY LEFT class k-witness-harmless
// OMEN: verdict settings COPY TOP class k-witness-harmless
// OMEN: levels O0
#include "../../corpus/corpus.h"
struct settings {
  int width, height, depth, colour, left, top;
} settings, seen;
void *look(void *arg) {
  memcpy(&seen, &settings, sizeof seen); // @COPY
  printf("depth %d\n", seen.depth);
  return arg;
}
void *set(void *arg) {
  settings.width = 80;  // @WIDTH
  settings.height = 25; // @HEIGHT
  settings.depth = 8;   // @DEPTH
  settings.colour = 7;  // @COLOUR
  settings.left = 1;    // @LEFT
  settings.top = 2;     // @TOP
  return arg;
}
int main(void) {
  both(look, set);
  return 0;
}
