// Calls that wait: for a listener with no room, until a timeout of a socket, for room in a pipe; more
// descriptors than 64.
#include "calls.h"
static struct sockaddr_un a = {.sun_family = AF_UNIX, .sun_path = "\0omen-conn-test"};
static int ls;
static void *cl(void *p) {
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  long r = connect(s, (void *)&a, sizeof a);
  if (r) P("connect %s\n", strerrorname_np(errno));
  char c = 'x';
  if (write(s, &c, 1) != 1) P("write\n");
  close(s);
  return 0;
}
static void *rx(void *p) {
  int *f = p;
  char b[65536];
  long n = 0, m;
  usleep(20000);
  while ((m = read(f[1], b, sizeof b)) > 0) n += m;
  P("received %ld\n", n);
  return 0;
}
int main(void) {
  race();
  ls = socket(AF_UNIX, SOCK_STREAM, 0);
  R(bind(ls, (void *)&a, sizeof a));
  R(listen(ls, 0));
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, cl, 0);
  usleep(30000);
  int n = 0;
  for (int i = 0; i < 4; i++) {
    int c = accept(ls, 0, 0);
    char b;
    n += read(c, &b, 1) == 1;
    close(c);
  }
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  P("accepted %d\n", n);
  struct timeval tv = {0, 30000};
  R(setsockopt(ls, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv));
  R(accept(ls, 0, 0));
  int sp[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, sp);
  R(setsockopt(sp[0], SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv));
  R(setsockopt(sp[0], SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof tv));
  char b[16];
  R(read(sp[0], b, 16));
  R(recv(sp[0], b, 16, 0));
  int d = dup(sp[0]);
  R(recv(d, b, 16, 0));
  R(write(sp[1], "hey", 3));
  R(recv(d, b, 16, 0));
  static char big[1 << 20];
  long w = send(sp[0], big, sizeof big, 0);
  P("sent some %d %d\n", w > 0, w < (1 << 20));
  tv.tv_usec = 0;
  R(setsockopt(sp[0], SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof tv));
  int f = open("big", O_RDWR | O_CREAT | O_TRUNC, 0600);
  R(ftruncate(f, 3000000));
  int q[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, q);
  pthread_t r;
  pthread_create(&r, 0, rx, q);
  off_t off = 0;
  long tot = 0;
  while (tot < 3000000) {
    long k = sendfile(q[0], f, &off, 3000000 - tot);
    if (k <= 0) {
      P("sendfile %s\n", strerrorname_np(errno));
      break;
    }
    tot += k;
  }
  P("sent %ld off %ld\n", tot, (long)off);
  close(q[0]);
  pthread_join(r, 0);
  unlink("big");
  int p1[2], p2[2];
  pipe(p1);
  pipe(p2);
  q[1] = p2[0];
  pthread_create(&r, 0, rx, q);
  for (int i = 0; i < 30; i++) {
    char z[4096];
    memset(z, 'z', 4096);
    if (write(p1[1], z, 4096) != 4096) P("short\n");
    long left = 4096;
    while (left > 0) {
      long k = splice(p1[0], 0, p2[1], 0, left, 0);
      if (k <= 0) {
        P("splice %s\n", strerrorname_np(errno));
        break;
      }
      left -= k;
    }
  }
  close(p2[1]);
  pthread_join(r, 0);
  fd_set rs;
  int many[100];
  for (int i = 0; i < 100; i++) many[i] = eventfd(0, 0);
  FD_ZERO(&rs);
  for (int i = 0; i < 100; i++) FD_SET(many[i], &rs);
  pthread_t e;
  uint64_t one = 1;
  tv.tv_sec = 2;
  tv.tv_usec = 0;
  if (write(many[99], &one, 8) != 8) P("w\n");
  R(select(many[99] + 1, &rs, 0, 0, &tv));
  P("%d %d\n", FD_ISSET(many[99], &rs) != 0, tv.tv_sec >= 1);
  return 0;
}
