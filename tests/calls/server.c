// A server on an edge-triggered epoll set, and its clients.
#include "calls.h"
int lfd;
struct sockaddr_in sa;
socklen_t sl = sizeof sa;
static void *client(void *p) {
  int s = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(s, (void *)&sa, sizeof sa)) perror("connect");
  int one = 1;
  setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  for (int i = 0; i < 5; i++) {
    char b[32];
    int n = snprintf(b, 32, "msg %ld %d\n", (long)p, i);
    if (send(s, b, n, MSG_NOSIGNAL) != n) perror("send");
    char r[64];
    int k = 0;
    while (k < n) {
      int m = recv(s, r + k, 64 - k, 0);
      if (m <= 0) {
        perror("recv");
        break;
      }
      k += m;
    }
    if (memcmp(b, r, n)) puts("echo differs");
  }
  shutdown(s, SHUT_WR);
  char r[8];
  long m = recv(s, r, 8, 0);
  if (m) puts("no eof");
  close(s);
  return 0;
}
int main(void) {
  race();
  int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  int one = 1;
  R(setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one));
  sa.sin_family = AF_INET;
  sa.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  R(bind(s, (void *)&sa, sizeof sa));
  R(listen(s, 16));
  R(getsockname(s, (void *)&sa, &sl));
  R(accept4(s, 0, 0, 0));
  int ep = epoll_create1(0);
  struct epoll_event ev = {.events = EPOLLIN | EPOLLET, .data.fd = s};
  R(epoll_ctl(ep, EPOLL_CTL_ADD, s, &ev));
  R(epoll_ctl(ep, EPOLL_CTL_ADD, s, &ev));
  pthread_t t[4];
  for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, client, (void *)i);
  int open_ = 0, closed = 0, total = 0;
  while (closed < 4) {
    struct epoll_event e[8];
    int n = epoll_wait(ep, e, 8, 5000);
    if (n <= 0) {
      P("timeout %d\n", n);
      break;
    }
    for (int i = 0; i < n; i++) {
      int fd = e[i].data.fd;
      if (fd == s) {
        for (;;) {
          int c = accept4(s, 0, 0, SOCK_NONBLOCK);
          if (c < 0) {
            if (errno != EAGAIN) perror("accept");
            break;
          }
          open_++;
          struct epoll_event ce = {.events = EPOLLIN | EPOLLET | EPOLLRDHUP, .data.fd = c};
          epoll_ctl(ep, EPOLL_CTL_ADD, c, &ce);
        }
      } else
        for (;;) {
          char b[128];
          int m = read(fd, b, sizeof b);
          if (m < 0) {
            if (errno != EAGAIN) perror("read");
            break;
          }
          if (m == 0) {
            close(fd);
            closed++;
            break;
          }
          total += m;
          if (write(fd, b, m) != m) perror("write");
        }
    }
  }
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  P("open %d closed %d total %d\n", open_, closed, total);
  close(s);
  return 0;
}
