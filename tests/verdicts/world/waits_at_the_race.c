// When the race comes, others wait already: in read, poll, epoll_wait, accept, recv and flock. They must be served
// after it; then the race decides.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <unistd.h>
int last, ends[4][2], listener, locked, served;
struct sockaddr_in where;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void done(void) {
  pthread_mutex_lock(&m);
  served++;
  pthread_mutex_unlock(&m);
}
void *reads(void *p) {
  char c;
  MUST(read(ends[0][0], &c, 1) == 1 && c == 'r');
  done();
  return p;
}
void *polls(void *p) {
  struct pollfd f = {ends[1][0], POLLIN, 0};
  MUST(poll(&f, 1, -1) == 1 && f.revents == POLLIN);
  done();
  return p;
}
void *epolls(void *p) {
  int queue = epoll_create1(0);
  struct epoll_event e = {.events = EPOLLIN, .data.u32 = 7};
  MUST(epoll_ctl(queue, EPOLL_CTL_ADD, ends[2][0], &e) == 0);
  e.data.u32 = 0;
  MUST(epoll_wait(queue, &e, 1, -1) == 1 && e.data.u32 == 7);
  done();
  return p;
}
void *accepts(void *p) {
  char c;
  int fd = accept(listener, NULL, NULL);
  MUST(fd >= 0 && recv(fd, &c, 1, 0) == 1 && c == 's');
  MUST(recv(fd, &c, 1, 0) == 0);
  close(fd);
  done();
  return p;
}
void *locks(void *p) {
  int fd = open("waits.tmp", O_RDWR);
  MUST(fd >= 0 && flock(fd, LOCK_EX) == 0);
  close(fd);
  done();
  return p;
}
void *one(void *p) {
  last = 1; // @A
  return p;
}
void *two(void *p) {
  last = 2; // @B
  return p;
}
int main(void) {
  socklen_t len = sizeof where;
  where = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  listener = socket(AF_INET, SOCK_STREAM, 0);
  MUST(listener >= 0 && bind(listener, (void *)&where, len) == 0 && listen(listener, 4) == 0);
  MUST(getsockname(listener, (void *)&where, &len) == 0);
  for (int i = 0; i < 3; i++) MUST(pipe(ends[i]) == 0);
  locked = open("waits.tmp", O_RDWR | O_CREAT, 0600);
  MUST(locked >= 0 && flock(locked, LOCK_EX) == 0);
  pthread_t t[5] = {start(reads, 0), start(polls, 0), start(epolls, 0), start(accepts, 0), start(locks, 0)};
  both(one, two);
  MUST(served == 0);
  MUST(write(ends[0][1], "r", 1) == 1 && write(ends[1][1], "p", 1) == 1 && write(ends[2][1], "e", 1) == 1);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  MUST(fd >= 0 && connect(fd, (void *)&where, sizeof where) == 0 && send(fd, "s", 1, 0) == 1);
  close(fd);
  close(locked);
  for (int i = 0; i < 5; i++) finish(t[i]);
  unlink("waits.tmp");
  MUST(served == 5);
  if (last == 1) abort();
  return 0;
}
