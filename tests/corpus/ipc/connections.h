// A client in another process (a child, which runs natively), and connections.
#ifndef CONNECTIONS_H
#define CONNECTIONS_H
#include "../corpus.h"
#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
UNUSED static int listens(struct sockaddr_in *at) {
  socklen_t len = sizeof *at;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  *at = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  MUST(fd >= 0 && !bind(fd, (void *)at, sizeof *at) && !listen(fd, 8) && !getsockname(fd, (void *)at, &len));
  return fd;
}
UNUSED static int connects(const struct sockaddr_in *at) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  MUST(fd >= 0 && !connect(fd, (const void *)at, sizeof *at));
  return fd;
}
UNUSED static void put(int fd) { MUST(write(fd, "x", 1) == 1); }
UNUSED static void take(int fd) {
  char c;
  MUST(read(fd, &c, 1) == 1);
}
// Two connections: a request on each, then both answers.
UNUSED static pid_t client(const struct sockaddr_in *at) {
  pid_t child = fork();
  MUST(child >= 0);
  if (child) return child;
  int a = connects(at), b = connects(at);
  put(a);
  put(b);
  take(a);
  take(b);
  _exit(0);
}
#endif
