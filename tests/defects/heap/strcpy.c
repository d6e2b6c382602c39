// strcpy into a block without room for the final 0.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(int argc, char **argv) {
  const char *s = argc > 9 ? argv[9] : "seven..";
  char *p = malloc(strlen(s) + !bad);
  strcpy(p, s); // @BAD
  printf("%.7s\n", p);
  free(p);
  return 0;
}
