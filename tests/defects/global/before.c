// The byte before a global.
// OMEN: defect out-of-bounds write global
// OMEN: asan-blind it puts gaps behind globals only
#include "../defects.h"
char line[40] = "line";
int main(void) {
  size_t n = bad ? 0 : strlen(line);
  line[n - 1] = 'x'; // @BAD
  puts(line + 1);
  return 0;
}
