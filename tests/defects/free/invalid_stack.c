// free of an array of the function.
// OMEN: defect invalid-free
#include "../defects.h"
NOINLINE int give_back(char *p, const char *fixed) {
  if (p != fixed) free(p); // @BAD
  return p[0];
}
int main(void) {
  char fixed[100];
  char *p = fixed;
  fixed[0] = 'x';
  printf("%c\n", give_back(p, bad ? NULL : fixed));
  return 0;
}
