// Edge-triggered epoll: something that comes again is told again, though all looks as it did when it came before.
#include "calls.h"
#include <mqueue.h>
static int ep;

static void watch(int fd) {
  struct epoll_event e = {EPOLLIN | EPOLLET, {.fd = fd}};
  R(epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e));
}
static void look(const char *what) {
  struct epoll_event got[4];
  P("%s: %d\n", what, epoll_wait(ep, got, 4, 0));
}

static void counter(void) {
  int fd = eventfd(0, EFD_NONBLOCK);
  uint64_t n = 1;
  watch(fd);
  for (int i = 0; i < 3; i++) {
    look("nothing was added");
    R(write(fd, &n, 8));
    look("added");
    look("told already");
    if (i < 2) R(read(fd, &n, 8));
  }
  R(write(fd, &n, 8));
  look("added to what is there");
  close(fd);
}

static void listener(void) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t len = sizeof a;
  int l = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  R(bind(l, (void *)&a, len) | listen(l, 4) | getsockname(l, (void *)&a, &len));
  watch(l);
  for (int i = 0; i < 3; i++) {
    int c = socket(AF_INET, SOCK_STREAM, 0), s;
    look("nobody came");
    R(connect(c, (void *)&a, sizeof a));
    look("one came");
    look("told already");
    R((s = accept(l, NULL, NULL)) >= 0);
    R(accept(l, NULL, NULL));
    close(c), close(s);
  }
  close(l);
}

static void queue(void) {
  char in[64];
  struct mq_attr at = {.mq_maxmsg = 4, .mq_msgsize = 64};
  mq_unlink("/omen-edges");
  mqd_t q = mq_open("/omen-edges", O_CREAT | O_RDWR | O_NONBLOCK, 0600, &at);
  watch(q);
  for (int i = 0; i < 2; i++) {
    look("nothing was sent");
    R(mq_send(q, "x", 1, 1));
    look("sent");
    look("told already");
    R(mq_receive(q, in, sizeof in, NULL));
  }
  mq_close(q);
  mq_unlink("/omen-edges");
}

int main(void) {
  race();
  R((ep = epoll_create1(0)) >= 0);
  counter();
  listener();
  queue();
  return 0;
}
