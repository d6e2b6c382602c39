// Locks of open files (F_OFD_SETLKW) keep threads apart that opened the file each for itself.
// OMEN: none
#include "../corpus.h"
#include <fcntl.h>
#include <unistd.h>
static int count;
static void *work(void *arg) {
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int fd = open("file_lock.tmp", O_RDWR | O_CREAT, 0600);
  MUST(fd >= 0 && !fcntl(fd, F_OFD_SETLKW, &l));
  count++;
  l.l_type = F_UNLCK;
  MUST(!fcntl(fd, F_OFD_SETLK, &l));
  close(fd);
  return arg;
}
int main(void) {
  both(work, work);
  unlink("file_lock.tmp");
  return count != 2;
}
