// read() of more than the buffer holds.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
#include <unistd.h>
int main(void) {
  int fd[2];
  MUST(pipe(fd) == 0 && write(fd[1], "abcdefghijklmnop", 16) == 16);
  char *p = malloc(10);
  ssize_t n = read(fd[0], p, (size_t)(10 + bad)); // @BAD
  printf("%.10s %d\n", p, n >= 10);
  free(p);
  return 0;
}
