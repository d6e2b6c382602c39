// A lock on a file guards; it is given back by LOCK_UN, and by closing the file.
// OMEN: none
#include "../corpus.h"
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
static int count;
static void *by_unlocking(void *arg) {
  int fd = open("flock.tmp", O_RDWR | O_CREAT, 0600);
  MUST(fd >= 0 && !flock(fd, LOCK_EX));
  count++;
  MUST(!flock(fd, LOCK_UN));
  close(fd);
  return arg;
}
static void *by_closing(void *arg) {
  int fd = open("flock.tmp", O_RDWR | O_CREAT, 0600);
  MUST(fd >= 0 && !flock(fd, LOCK_EX));
  count++;
  close(fd);
  return arg;
}
static void *by_sharing(void *arg) {
  int fd = open("flock.tmp", O_RDWR | O_CREAT, 0600);
  MUST(fd >= 0 && !flock(fd, LOCK_EX));
  count++;
  MUST(!flock(fd, LOCK_SH));
  MUST(count > 0);
  close(fd);
  return arg;
}
int main(void) {
  pthread_t t[] = {start(by_unlocking, NULL), start(by_closing, NULL), start(by_sharing, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  unlink("flock.tmp");
  return count != 3;
}
