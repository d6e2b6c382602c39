// Trailing blanks are trimmed without looking where the string begins.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
NOINLINE int trimmed(const char *s, int n) {
  while (s[n - 1] == ' ') n--; // @BAD
  return n;
}
int main(void) {
  char *s = malloc(5);
  memset(s, ' ', 5);
  if (!bad) s[0] = 'x';
  printf("%d\n", trimmed(s, 5) < 2);
  free(s);
  return 0;
}
