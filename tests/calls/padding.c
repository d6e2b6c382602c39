// What is between the members of a struct on the stack was never written, and goes into a file.
#include "calls.h"
struct entry {
  char kind;
  long value;
  char last;
};
static __attribute__((noinline)) void put(int fd, int i) {
  struct entry e[20];
  for (int k = 0; k < 20; k++) {
    e[k].kind = (char)i;
    e[k].value = i;
    e[k].last = 1;
  }
  R(write(fd, e, sizeof e));
}
int main(void) {
  race();
  int fd = open("entries", O_CREAT | O_WRONLY | O_TRUNC, 0600);
  for (int i = 0; i < 5; i++) {
    usleep(10);
    put(fd, i);
  }
  return 0;
}
