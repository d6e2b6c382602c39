// Threads write their lines in pieces, which mix; what one of them writes is not the race's doing.
// OMEN: verdict value ASK SET class k-witness-harmless
#include "lines.h"
volatile int value = 5;
static void put(const char *s) { MUST(write(1, s, strlen(s)) == (ssize_t)strlen(s)); }
static void line(const char *name, int n) {
  char digits[16];
  snprintf(digits, sizeof digits, "%d", n);
  put(name);
  put(" ");
  put(digits);
  put("\n");
}
void *show(void *p) {
  int v = value; // @ASK
  v = v > 0;
  line("value", v);
  return p;
}
void *set(void *p) {
  value = 6; // @SET
  return p;
}
void *noise(void *p) {
  for (int i = 0; i < 4; i++) line("number", next_number());
  return p;
}
int main(void) {
  all(show, set, noise);
  return 0;
}
