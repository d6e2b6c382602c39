// abort().
// OMEN: defect assertion
// OMEN: end signal 6
#include "../defects.h"
int main(void) {
  if (bad) abort(); // @BAD
  puts("done");
  return 0;
}
