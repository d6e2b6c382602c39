// The race decides whether the second half of a message goes out. Other bytes are free.
// OMEN: verdict half ASK SET class output-differs consequence output
#include "lines.h"
#include <fcntl.h>
volatile int half;
void *one(void *p) {
  static const char bytes[16] = {1, 2, 3, 4, 0, 0, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  int fd = open("chunks", O_WRONLY | O_CREAT | O_TRUNC, 0644), h = half; // @ASK
  for (int i = 0; i < 4; i++) {
    MUST(write(fd, bytes, 6) == 6);
    if (!h) MUST(write(fd, bytes + 6, 10) == 10);
  }
  close(fd);
  return p;
}
void *set(void *p) {
  half = 1; // @SET
  return p;
}
int main(void) {
  all(one, set, talk);
  return 0;
}
