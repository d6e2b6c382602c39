// A table of constants is read behind its end.
// OMEN: defect out-of-bounds read global
#include "../defects.h"
static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
NOINLINE int length(int month) {
  return days[month]; // @BAD
}
int main(void) {
  printf("%d\n", length(11 + bad) == 31 || bad);
  return 0;
}
