// What realloc added is fresh, too.
// OMEN: defect uninitialised
// OMEN: end signal 11
// OMEN: asan-blind it does not look for uninitialised memory
#include "../defects.h"
static char **volatile names;
int main(void) {
  names = calloc(2, sizeof *names);
  names[0] = names[1] = (char[]){"name"};
  names = realloc(names, 200 * sizeof *names);
  char *n = names[bad ? 150 : 1];
  n[0] = 'N'; // @BAD
  puts("done");
  free(names);
  return 0;
}
