// What each thread writes to its own file it finds there again; only then does the lost update show.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
int last;
static void round_trip(const char *path) {
  char back[6] = "";
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  MUST(fd >= 0);
  MUST(write(fd, "hello", 5) == 5);
  MUST(lseek(fd, 0, SEEK_SET) == 0);
  MUST(read(fd, back, 5) == 5);
  MUST(!strcmp(back, "hello"));
  MUST(read(fd, back, 5) == 0);
  MUST(pwrite(fd, "J", 1, 0) == 1);
  close(fd);
  fd = open(path, O_RDONLY);
  MUST(pread(fd, back, 5, 0) == 5);
  MUST(!strcmp(back, "Jello"));
  close(fd);
  MUST(unlink(path) == 0);
  MUST(open(path, O_RDONLY) < 0);
}
void *one(void *p) {
  last = 1; // @A
  round_trip("one.tmp");
  return p;
}
void *two(void *p) {
  last = 2; // @B
  round_trip("two.tmp");
  return p;
}
int main(void) {
  both(one, two);
  if (last == 1) abort();
  return 0;
}
