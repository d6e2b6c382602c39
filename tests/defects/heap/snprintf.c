// snprintf with a limit that is not the buffer's.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  char *p = malloc(16);
  snprintf(p, bad ? 32 : 16, "%s, %s", "a longer text", "and more"); // @BAD
  printf("%.10s\n", p);
  free(p);
  return 0;
}
