// A loop writes one behind a global array.
// OMEN: defect out-of-bounds write global
#include "../defects.h"
int table[10];
int main(void) {
  for (int i = 0; i < 10 + bad; i++) table[i] = i; // @BAD
  printf("%d\n", table[9]);
  return 0;
}
