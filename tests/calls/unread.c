// How much there is to read; and what comes of a socket that is closed before all was.
#include "calls.h"
static char buf[64];

static void unread(const char *what, int fd) {
  int n = -1, bad = ioctl(fd, FIONREAD, &n);
  P("%s: %d %d\n", what, bad, n);
}

static void pair(const char *what, int type) {
  int s[2];
  R(socketpair(AF_UNIX, type | SOCK_NONBLOCK, 0, s));
  R(write(s[0], "three", 5));
  R(write(s[0], "messages", 8));
  unread(what, s[1]);
  R(read(s[1], buf, 2));
  unread(what, s[1]);
  R(write(s[1], "back", 4));
  R(close(s[1])); // has not read all
  R(read(s[0], buf, sizeof buf));
  R(read(s[0], buf, sizeof buf));
  R(read(s[0], buf, sizeof buf));
  R(close(s[0]));
  R(socketpair(AF_UNIX, type | SOCK_NONBLOCK, 0, s));
  R(write(s[1], "all read", 8));
  R(close(s[1]));
  R(read(s[0], buf, sizeof buf));
  R(read(s[0], buf, sizeof buf));
  R(write(s[0], "to nobody", 9));
  R(close(s[0]));
}

int main(void) {
  race();
  signal(SIGPIPE, SIG_IGN);
  int p[2], fd = open("f", O_CREAT | O_RDWR, 0600);
  R(write(fd, "0123456789", 10));
  R(lseek(fd, 3, SEEK_SET));
  unread("file", fd);
  R(pipe(p));
  R(write(p[1], "pipe", 4));
  unread("pipe", p[0]);
  unread("its other end", p[1]);
  pair("stream", SOCK_STREAM);
  pair("datagrams", SOCK_DGRAM);
  pair("packets", SOCK_SEQPACKET);
  R(unlink("f"));
  return 0;
}
