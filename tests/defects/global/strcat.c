// strcat to a global.
// OMEN: defect out-of-bounds write global
#include "../defects.h"
static char path[12] = "/some/";
int main(void) {
  strcat(path, bad ? "where." : "here."); // @BAD
  printf("%.6s\n", path);
  return 0;
}
