// free of a string constant.
// OMEN: defect invalid-free
// OMEN: asan-says crash
#include "../defects.h"
NOINLINE char *title(int n) { return n ? strdup("title") : (char *)"none"; }
int main(void) {
  char *t = title(!bad);
  printf("%d\n", t[0] == 't' || t[0] == 'n');
  free(t); // @BAD
  return 0;
}
