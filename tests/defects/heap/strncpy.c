// strncpy fills up with 0, all the way to the size it is told.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  char *p = malloc(12);
  strncpy(p, "short", (size_t)(12 + 4 * bad)); // @BAD
  puts(p);
  free(p);
  return 0;
}
