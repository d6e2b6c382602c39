// A file opened, written and half read before the race goes on after it: the same place, the same contents.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
int last, fd, copy;
void *one(void *p) {
  last = 1; // @A
  return p;
}
void *two(void *p) {
  last = 2; // @B
  return p;
}
int main(void) {
  char text[8] = "";
  fd = open("across.tmp", O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
  MUST(fd >= 0 && write(fd, "0123456789", 10) == 10);
  copy = dup(fd);
  MUST(lseek(fd, 2, SEEK_SET) == 2 && read(fd, text, 3) == 3);
  both(one, two);
  MUST(read(copy, text, 3) == 3 && !strcmp(text, "567"));
  MUST(write(fd, "ab", 2) == 2);
  MUST(lseek(copy, 0, SEEK_CUR) == 12);
  MUST(pread(fd, text, 4, 8) == 4 && !memcmp(text, "89ab", 4));
  MUST(ftruncate(fd, 1) == 0 && lseek(fd, 0, SEEK_END) == 1);
  unlink("across.tmp");
  if (last == 1) abort();
  return 0;
}
