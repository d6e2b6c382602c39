// strcat behind what is there already.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  const char *more = bad ? "extension" : "ext";
  char *p = malloc(12);
  strcpy(p, "file.");
  strcat(p, more); // @BAD
  printf("%.8s\n", p);
  free(p);
  return 0;
}
