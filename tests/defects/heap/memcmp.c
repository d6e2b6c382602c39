// memcmp of more bytes than one of the two has.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
static const char name[32] = "equal equal equal equal equal";
int main(void) {
  char *p = malloc(16);
  memcpy(p, name, 16);
  int differ = memcmp(p, name, (size_t)(16 + bad)); // @BAD
  printf("%d\n", differ == 0 || bad);
  free(p);
  return 0;
}
