#!/usr/bin/env bash
# sendmmsg, recvmmsg (as used by name resolution) and epoll_pwait2: nobody stops the others, and a replay has what they wrote.
# rooms: runtime/syscall, quick
. "$(dirname "$0")/run_common"
cat >messages.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
int pair[2], shared;
static void *receives(void *p) {
  struct epoll_event e = {EPOLLIN, {0}};
  int ep = epoll_create1(0);
  epoll_ctl(ep, EPOLL_CTL_ADD, pair[1], &e);
  struct timespec ts = {100, 0};
  assert(syscall(SYS_epoll_pwait2, ep, &e, 1, &ts, NULL, 8) == 1);
  int got = 0;
  while (got < 5) {
    char b[4][16];
    struct iovec iov[4];
    struct mmsghdr m[4] = {0};
    for (int i = 0; i < 4; i++) {
      iov[i] = (struct iovec){b[i], 16};
      m[i].msg_hdr.msg_iov = &iov[i];
      m[i].msg_hdr.msg_iovlen = 1;
    }
    int n = recvmmsg(pair[1], m, 4, MSG_WAITFORONE, NULL);
    assert(n > 0);
    for (int i = 0; i < n; i++, got++) printf("%.*s %u %d\n", (int)m[i].msg_len, b[i], m[i].msg_len, shared);
  }
  return p;
}
int main(void) {
  pthread_t t;
  assert(!socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
  pthread_create(&t, 0, receives, 0);
  shared = 7;
  for (int round = 0; round < 5; round += round ? 2 : 1) {
    char text[2][16];
    struct iovec iov[2];
    struct mmsghdr m[2] = {0};
    int count = round ? 2 : 1;
    for (int i = 0; i < count; i++) {
      iov[i] = (struct iovec){text[i], (size_t)sprintf(text[i], "message %d", round + i)};
      m[i].msg_hdr.msg_iov = &iov[i];
      m[i].msg_hdr.msg_iovlen = 1;
    }
    assert(sendmmsg(pair[0], m, (unsigned)count, 0) == count);
    for (int i = 0; i < count; i++) assert(m[i].msg_len == iov[i].iov_len);
  }
  pthread_join(t, 0);
  return 0;
}
C
compile messages -O1
expect 0 timeout 60 ./messages
cut -d' ' -f1-3 out >want
expect 0 timeout 120 "$omen" run -q --json r.json -o rec -- ./messages
cut -d' ' -f1-3 out | cmp -s - want || fail "it receives something else"
json r.json "r['counters']['unknown_calls'] == 0"
cp out want
for _ in 1 2; do
  expect 0 timeout 120 "$omen" replay -q rec
  cmp -s out want || fail "a replay prints something else"
done
done_testing
