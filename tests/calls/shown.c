// Standard output by whatever descriptor: replays show that, and nothing else.
#include "calls.h"
int main(void) {
  race();
  int keep = dup(1);
  dprintf(keep, "by a copy\n");
  int file = open("file", O_CREAT | O_RDWR | O_TRUNC, 0600);
  R(dup2(file, 1));
  P("into the file\n");
  R(dup2(keep, 1));
  P("again\n");
  int high = fcntl(1, F_DUPFD_CLOEXEC, 50);
  dprintf(high, "%d\n", high);
  close(1);
  long n = write(1, "nobody sees it\n", 15);
  dprintf(keep, "%ld %d\n", n, errno);
  dup2(file, keep);
  dprintf(keep, "into the file, too\n");
  dprintf(high, "%ld bytes\n", (long)lseek(file, 0, SEEK_CUR));
  return 0;
}
