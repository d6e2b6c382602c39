// The race decides in how many calls a message goes out, which nobody sees, and its last byte, which is read.
// OMEN: verdict whole ASK SET class output-differs consequence output
#include "../../corpus/corpus.h"
#include <fcntl.h>
#include <unistd.h>
volatile int whole;
void *one(void *p) {
  char bytes[8] = {1, 2, 0, 4, 5, 6, 7, 8};
  int fd = open("message", O_WRONLY | O_CREAT | O_TRUNC, 0644), w = whole; // @ASK
  MUST(fd >= 0);
  if (w) {
    bytes[7] = 9;
    MUST(write(fd, bytes, 8) == 8);
  } else {
    MUST(write(fd, bytes, 3) == 3);
    MUST(write(fd, bytes + 3, 5) == 5);
  }
  close(fd);
  return p;
}
void *set(void *p) {
  whole = 1; // @SET
  return p;
}
int main(void) {
  both(one, set);
  return 0;
}
