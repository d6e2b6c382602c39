// Who is told that there is something to read comes after who wrote it, before any byte is read: poll, select, epoll; by a
// pipe, a socket pair and an eventfd; and the end of a pipe.
// OMEN: none
#include "../corpus.h"
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
enum { WAYS = 5 };
static int in[WAYS], out[WAYS], value[WAYS];
static void *by_poll(void *arg) {
  struct pollfd f = {in[0], POLLIN, 0};
  MUST(poll(&f, 1, -1) == 1 && value[0] == 1);
  return arg;
}
static void *by_select(void *arg) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(in[1], &set);
  MUST(select(in[1] + 1, &set, NULL, NULL, NULL) == 1 && value[1] == 1);
  return arg;
}
static void *by_epoll(void *arg) {
  int queue = epoll_create1(0);
  struct epoll_event e = {.events = EPOLLIN, .data.u64 = 77};
  MUST(!epoll_ctl(queue, EPOLL_CTL_ADD, in[2], &e));
  MUST(epoll_wait(queue, &e, 1, -1) == 1 && e.data.u64 == 77 && value[2] == 1);
  close(queue);
  return arg;
}
static void *by_counter(void *arg) {
  struct pollfd f = {in[3], POLLIN, 0};
  MUST(poll(&f, 1, -1) == 1 && value[3] == 1);
  return arg;
}
static void *by_end(void *arg) {
  struct pollfd f = {in[4], POLLIN, 0};
  MUST(poll(&f, 1, -1) == 1 && value[4] == 1);
  return arg;
}
static void *writes(void *arg) {
  const uint64_t one = 1;
  for (int i = 0; i < WAYS; i++) {
    value[i] = 1;
    if (i == 4)
      close(out[i]);
    else
      MUST(write(out[i], &one, sizeof one) == sizeof one);
  }
  return arg;
}
int main(void) {
  body *looks[WAYS] = {by_poll, by_select, by_epoll, by_counter, by_end};
  int two[2];
  pthread_t t[WAYS];
  for (int i = 0; i < WAYS; i++) {
    if (i == 3)
      two[0] = two[1] = eventfd(0, 0);
    else
      MUST(!(i == 1 ? socketpair(AF_UNIX, SOCK_STREAM, 0, two) : pipe(two)));
    in[i] = two[0];
    out[i] = two[1];
  }
  for (int i = 0; i < WAYS; i++) t[i] = start(looks[i], NULL);
  pthread_t writer = start(writes, NULL);
  for (int i = 0; i < WAYS; i++) finish(t[i]);
  finish(writer);
  return 0;
}
