// strdup's copy has room for the word and its end, and no more.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  char *p = strdup("sixteen letters!");
  size_t n = strlen(p);
  p[n + (size_t)bad] = '\0'; // @BAD
  puts(p);
  free(p);
  return 0;
}
