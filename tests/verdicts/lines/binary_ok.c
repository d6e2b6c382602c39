// Binary messages, each with a free number; what the race decides is left out of them.
// OMEN: verdict level READ SET class k-witness-harmless
#include "lines.h"
struct message {
  uint32_t number, from;
  uint16_t kind, level;
};
volatile int level = 5;
int seen;
static void put(uint32_t from, int l) {
  struct message m = {(uint32_t)next_number(), from, 3, (uint16_t)l};
  MUST(write(1, &m, sizeof m) == sizeof m);
}
void *report(void *p) {
  int l = level; // @READ
  seen = l;
  l = 5;
  for (int i = 0; i < 4; i++) put(9, l);
  return p;
}
void *set(void *p) {
  level = 6; // @SET
  return p;
}
void *noise(void *p) {
  for (int i = 0; i < LINES; i++) put((uint32_t)(intptr_t)p, 5);
  return p;
}
int main(void) {
  all(report, set, noise);
  return 0;
}
