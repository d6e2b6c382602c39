// A third thread may set the value, too; nothing but its sign is written.
// OMEN: verdict value SHOW SET class k-witness-harmless
// OMEN: maybe value SHOW THIRD class k-witness-harmless
// OMEN: maybe value SET THIRD class k-witness-harmless
#include "lines.h"
volatile int value = 5;
void *show(void *p) {
  printf("%d: value %d\n", next_number(), value > 0); // @SHOW
  return p;
}
void *set(void *p) {
  value = 6; // @SET
  return p;
}
void *noise(void *p) {
  for (int i = 0; i < LINES; i++) {
    int n = next_number();
    if (i == 4 && !p) value = 7; // @THIRD
    printf("%d: number %d\n", (int)(intptr_t)p, n);
  }
  return p;
}
int main(void) {
  all(show, set, noise);
  return 0;
}
