// free of a pointer that has moved along the block.
// OMEN: defect invalid-free
#include "../defects.h"
int main(void) {
  char *volatile p = strdup("  text");
  char *volatile begin = p;
  while (*p == ' ') p++;
  free(bad ? p : begin); // @BAD
  puts("done");
  return 0;
}
