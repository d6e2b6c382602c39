// The end of a large array of a block that was left.
// OMEN: defect use-after-scope write stack
#include "../defects.h"
static char *kept, lasting[2000];
NOINLINE void keep(char *p) { kept = p; }
int main(void) {
  for (int i = 0; i < 2; i++) {
    char page[2000];
    page[0] = 0;
    keep(page);
    if (!bad) keep(lasting);
  }
  kept[1999] = 1; // @BAD
  printf("%d\n", bad ? 1 : lasting[1999]);
  return 0;
}
