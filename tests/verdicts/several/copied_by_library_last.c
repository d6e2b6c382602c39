// copied_by_library.c with the copy behind the others.
// OMEN: verdict settings COPY WIDTH class k-witness-harmless
// OMEN: verdict settings COPY DEPTH class output-differs consequence output
// OMEN: verdict settings COPY TOP class k-witness-harmless
#include "../../corpus/corpus.h"
struct settings {
  int width, depth, top;
} settings, seen;
volatile size_t size = sizeof settings;
void *look(void *arg) {
  memcpy(&seen, &settings, size); // @COPY
  printf("depth %d\n", seen.depth);
  return arg;
}
void *set(void *arg) {
  settings.width = 80; // @WIDTH
  settings.depth = 8;  // @DEPTH
  settings.top = 2;    // @TOP
  return arg;
}
int main(void) {
  both(set, look);
  return 0;
}
