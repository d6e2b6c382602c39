// Messages and datagrams.
#include "calls.h"
int main(void) {
  race();
  int sv[2];
  R(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sv));
  R(send(sv[0], "abc", 3, 0));
  R(send(sv[0], "defg", 4, 0));
  char b[16];
  R(recv(sv[1], b, 16, MSG_PEEK));
  R(recv(sv[1], b, 16, 0));
  R(recv(sv[1], b, 16, 0));
  R(recv(sv[1], b, 16, MSG_DONTWAIT));
  int pd[2];
  R(pipe(pd));
  struct iovec iv = {"x", 1};
  int u = socket(AF_INET, SOCK_DGRAM, 0), w = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in ua = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  R(bind(u, (void *)&ua, sizeof ua));
  socklen_t sl = sizeof ua;
  getsockname(u, (void *)&ua, &sl);
  R(sendto(w, "dgram", 5, 0, (void *)&ua, sizeof ua));
  struct sockaddr_in from;
  sl = sizeof from;
  R(recvfrom(u, b, 16, 0, (void *)&from, &sl));
  struct mmsghdr mm[2] = {
      {.msg_hdr = {.msg_iov = &iv, .msg_iovlen = 1, .msg_name = &ua, .msg_namelen = sizeof ua}},
      {.msg_hdr = {.msg_iov = &iv, .msg_iovlen = 1, .msg_name = &ua, .msg_namelen = sizeof ua}}};
  R(sendmmsg(w, mm, 2, 0));
  struct iovec i1 = {b, 8}, i2 = {b + 8, 8};
  struct mmsghdr rm[2] = {{.msg_hdr = {.msg_iov = &i1, .msg_iovlen = 1}},
                          {.msg_hdr = {.msg_iov = &i2, .msg_iovlen = 1}}};
  R(recvmmsg(u, rm, 2, MSG_WAITFORONE, 0) > 0);
  int err;
  sl = sizeof err;
  R(getsockopt(u, SOL_SOCKET, SO_ERROR, &err, &sl));
  int cc = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in no = {
      .sin_family = AF_INET, .sin_port = htons(1), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  R(connect(cc, (void *)&no, sizeof no));
  return 0;
}
