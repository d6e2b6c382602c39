// read() into a local array with the size of another.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
#include <unistd.h>
int main(void) {
  char small[16], large[40];
  int fd[2];
  memset(large, 'z', sizeof large);
  MUST(pipe(fd) == 0 && write(fd[1], large, sizeof large) == (ssize_t)sizeof large);
  ssize_t n = read(fd[0], small, bad ? 20 : sizeof small); // @BAD
  printf("%d %.16s\n", n >= 16, small);
  return 0;
}
