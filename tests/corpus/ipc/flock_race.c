// Both have the lock shared, and write.
// OMEN: race count A:rw B:rw
// OMEN: twin flock_ok.c
#include "../corpus.h"
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
static int count;
static int shares(void) {
  int fd = open("flock.tmp", O_RDWR | O_CREAT, 0600);
  MUST(fd >= 0 && !flock(fd, LOCK_SH));
  return fd;
}
static void *one(void *arg) {
  int fd = shares();
  count++; // @A
  close(fd);
  return arg;
}
static void *two(void *arg) {
  int fd = shares();
  count++; // @B
  close(fd);
  return arg;
}
int main(void) {
  both(one, two);
  unlink("flock.tmp");
  return 0;
}
