// The race decides in how many calls the same bytes go out: nobody who reads the file sees that. Other bytes are free.
// OMEN: verdict whole ASK SET class k-witness-harmless
#include "lines.h"
#include <fcntl.h>
volatile int whole;
void *one(void *p) {
  static const char bytes[16] = {1, 2, 3, 4, 0, 0, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  int fd = open("chunks", O_WRONLY | O_CREAT | O_TRUNC, 0644), w = whole; // @ASK
  for (int i = 0; i < 4; i++) {
    if (w) {
      MUST(write(fd, bytes, 16) == 16);
    } else {
      MUST(write(fd, bytes, 6) == 6);
      MUST(write(fd, bytes + 6, 10) == 10);
    }
  }
  close(fd);
  return p;
}
void *set(void *p) {
  whole = 1; // @SET
  return p;
}
int main(void) {
  all(one, set, talk);
  return 0;
}
