// Whether a descriptor waits: what is known of it must follow every change, also one made through a copy of
// it, and what comes to its number later.
#include "calls.h"
static char buf[64];

static void by_program(void) {
  int p[2], q[2];
  R(pipe(p));
  R(write(p[1], "ab", 2));
  R(read(p[0], buf, 1));
  R(fcntl(p[0], F_SETFL, O_NONBLOCK));
  R(read(p[0], buf, 1));
  R(read(p[0], buf, 1));
  int copy = dup(p[0]), no = 0, yes = 1;
  R(ioctl(copy, FIONBIO, &no));
  R(fcntl(p[0], F_GETFL) & O_NONBLOCK);
  waits(p[0], &p[1]);
  R(ioctl(copy, FIONBIO, &yes));
  R(read(p[0], buf, 4));
  // Another at the same number.
  R(socketpair(AF_UNIX, SOCK_STREAM, 0, q));
  R(dup2(q[0], p[0]) == p[0]);
  R(write(q[1], "de", 2));
  R(read(p[0], buf, 4));
  close(p[0]), close(p[1]), close(q[0]), close(q[1]), close(copy);
  R(pipe2(p, O_NONBLOCK));
  R(read(p[0], buf, 4));
  R(close_range((unsigned)p[0], (unsigned)p[1], 0));
  R(pipe(q));
  R(q[0] == p[0]);
  R(write(q[1], "f", 1));
  R(read(q[0], buf, 4));
  close(q[0]), close(q[1]);
}

static void files(void) {
  int fd = open("f", O_CREAT | O_RDWR, 0600), to[2];
  R(write(fd, "0123456789", 10));
  R(lseek(fd, 0, SEEK_SET));
  R(read(fd, buf, 4));
  R(pipe(to));
  R(write(to[1], "z", 1));
  R(dup2(to[0], fd) == fd); // no file any more: it waits
  R(read(fd, buf, 4));
  close(to[0]);
  waits(fd, &to[1]);
  R(unlink("f"));
}

int main(void) {
  race();
  by_program();
  files();
  return 0;
}
