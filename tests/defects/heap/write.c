// write() of more than the block has.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
#include <unistd.h>
int main(void) {
  int fd[2];
  MUST(pipe(fd) == 0);
  char *p = malloc(10);
  memset(p, 'x', 10);
  ssize_t n = write(fd[1], p, (size_t)(10 + bad)); // @BAD
  printf("%d\n", n >= 10);
  free(p);
  return 0;
}
