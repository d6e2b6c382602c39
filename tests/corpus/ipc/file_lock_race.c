// Locks that belong to the process (F_SETLKW) keep no thread of it from anything.
// OMEN: race count A:rw A:rw
// OMEN: twin file_lock_ok.c
#include "../corpus.h"
#include <fcntl.h>
#include <unistd.h>
static int count;
static void *work(void *arg) {
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int fd = open("file_lock.tmp", O_RDWR | O_CREAT, 0600);
  MUST(fd >= 0 && !fcntl(fd, F_SETLKW, &l));
  count++; // @A
  l.l_type = F_UNLCK;
  MUST(!fcntl(fd, F_SETLK, &l));
  close(fd);
  return arg;
}
int main(void) {
  both(work, work);
  unlink("file_lock.tmp");
  return 0;
}
