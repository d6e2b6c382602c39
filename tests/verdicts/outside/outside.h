// Somebody outside, for the programs here: a child process, which Omen does not see.
#ifndef OUTSIDE_H
#define OUTSIDE_H
#include "../../corpus/corpus.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
UNUSED static void take(int fd, int bytes) { // reads just so many
  char text[64];
  while (bytes > 0) {
    int n = (int)read(fd, text, (size_t)(bytes < 64 ? bytes : 64));
    if (n <= 0) _exit(71);
    bytes -= n;
  }
}
UNUSED static void put(int fd, const char *text) { MUST(write(fd, text, strlen(text)) == (ssize_t)strlen(text)); }
UNUSED static int listens(int *port) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t len = sizeof a;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  MUST(fd >= 0 && !bind(fd, (void *)&a, sizeof a) && !listen(fd, 8) && !getsockname(fd, (void *)&a, &len));
  *port = ntohs(a.sin_port);
  return fd;
}
UNUSED static int connects(int port) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0 || connect(fd, (void *)&a, sizeof a)) _exit(72);
  return fd;
}
UNUSED static void later(void) { usleep(200000); } // the program has done all that it does by itself
#endif
