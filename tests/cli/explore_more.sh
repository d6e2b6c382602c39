#!/usr/bin/env bash
# What explorations, replays and contained runs once did not do as the kernel does: select on many descriptors, reads into
# memory that cannot be written, threads cancelled in a read, vectors of many parts, descriptors that were inherited.
# rooms: runtime/world runtime/syscall, quick
. "$(dirname "$0")/run_common"
cat >more.c <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
int x;
static void *f(void *arg) { return x = 1, arg; }
static void check(int good, const char *what) {
  if (!good) printf("not %s (%s)\n", what, strerror(errno)), abort();
}
static void many(void) {
  int p[100][2];
  fd_set in;
  FD_ZERO(&in);
  for (int i = 0; i < 100; i++) {
    check(!pipe(p[i]), "a pipe");
    FD_SET(p[i][0], &in);
  }
  check(write(p[98][1], "x", 1) == 1, "written");
  check(select(p[99][0] + 1, &in, NULL, NULL, NULL) == 1 && FD_ISSET(p[98][0], &in), "ready");
}
static void read_only(void) {
  int p[2];
  char *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), good[4] = "";
  struct iovec parts[2] = {{good, 2}, {page, 2}};
  check(!pipe(p) && write(p[1], "abcdef", 6) == 6, "a pipe");
  check(read(p[0], page, 3) == -1 && errno == EFAULT, "EFAULT of read");
  check(fstat(p[0], (struct stat *)page) == -1 && errno == EFAULT, "EFAULT of fstat");
  check(read(p[0], good, 2) == 2, "read after that");
  check(pipe((int *)page) == -1 && errno == EFAULT, "EFAULT of pipe");
  (void)parts;
}
static int ends[2];
static void close_end(void *arg) { close(*(int *)arg); }
static void *reads(void *arg) {
  char c;
  pthread_cleanup_push(close_end, &ends[0]);
  check(read(ends[0], &c, 1) == 1, "cancelled");
  pthread_cleanup_pop(1);
  return arg;
}
static void cancelled(void) {
  pthread_t t;
  signal(SIGPIPE, SIG_IGN);
  check(!pipe(ends), "a pipe");
  pthread_create(&t, NULL, reads, NULL);
  for (int i = 0; i < 10; i++) sched_yield();
  pthread_cancel(t);
  pthread_join(t, NULL);
  check(write(ends[1], "x", 1) == -1 && errno == EPIPE, "EPIPE");
}
int main(int argc, char **argv) {
  pthread_t t;
  pthread_create(&t, NULL, f, NULL);
  x = 2;
  if (!strcmp(argv[1], "many")) many();
  if (!strcmp(argv[1], "read-only")) read_only();
  if (!strcmp(argv[1], "cancelled")) cancelled();
  pthread_join(t, NULL);
  printf("%d\n", x);
  return 0;
}
C
compile more -O1
for what in many read-only cancelled; do
  ./more $what >out || fail "$what: natively"
  # An exploration that fails on its way fails in both orders, and shows nothing.
  expect 1 "$omen" triage --json $what.json -o $what.rec -- ./more $what
  json $what.json "[(x['class'], x['evidence']['output']['primary'], x['evidence']['output']['alternate']) for x in r['races']] == [('output-differs', '1\\n', '2\\n')]"
done

# Vectors of more parts than anybody writes by hand.
cat >parts.c <<'C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
static char buf[2][900][3], out[6000];
int main(void) {
  struct iovec v[900];
  int fd = open("data", O_RDONLY), s[2];
  for (int i = 0; i < 900; i++) v[i] = (struct iovec){buf[0][i], 2};
  ssize_t n = readv(fd, v, 900);
  for (int i = 0; i < 900; i++) strcat(out, buf[0][i]);
  socketpair(AF_UNIX, SOCK_STREAM, 0, s);
  ssize_t m = writev(s[0], v, 900);
  for (int i = 0; i < 900; i++) v[i].iov_base = buf[1][i];
  struct msghdr h = {.msg_iov = v, .msg_iovlen = 900};
  ssize_t k = recvmsg(s[1], &h, 0);
  for (int i = 0; i < 900; i++) strcat(out, buf[1][i]);
  printf("%zd %zd %zd %s\n", n, m, k, out);
  return 0;
}
C
compile parts
python3 -c "print(''.join(chr(65 + i * 7 % 26) for i in range(2000)))" >data
expect 0 "$omen" run -q -o parts.rec ./parts
cp out want
rm data
expect 0 "$omen" replay -q parts.rec
cmp -s out want || fail "readv: a replay reads something else"

# Descriptors that the program was started with, with a gap between them.
cat >given.c <<'C'
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char line[32] = "", given[16] = "";
  int fd = open("/dev/null", O_RDONLY), next = dup(fd);
  ssize_t n = read(6, given, 5);
  if (!fgets(line, sizeof line, stdin)) return 1;
  if (line[0] == 'x') puts("x");
  printf("%d %d %zd %s %d\n", fd, next, n, given, dup(3));
  return 0;
}
C
compile given
echo hello >six
echo a >in.txt
"$omen" explore -q --symbolic stdin --budget 10s -o given.corpus ./given <in.txt 3</dev/null 6<six >out 2>err || { fail "explore"; cat err; }
grep -q "^4 5 5 hello " out || fail "not the numbers that were meant: $(cat out)"
cmp -s out given.corpus/000/stdout || fail "a contained run has other descriptors: $(cat given.corpus/000/stdout) $(cat out)"
grep -qx x given.corpus/*/stdout || fail "no other path"

# Three sockets for messages, one after the other, of one number: each has its own answers, also where an exploration leaves
# those of the first unread.
cat >messages.c <<'C'
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int x, y;
static void *set(void *a) { return x = 1, a; }
static void *look(void *a) { return y = x, a; }
int main(int argc, char **argv) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(argv[1]))};
  char in[8] = "";
  pthread_t t[2];
  pthread_create(&t[0], NULL, set, NULL);
  pthread_create(&t[1], NULL, look, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < 3; i++) {
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    char out = (char)('a' + i);
    if (sendto(s, &out, 1, 0, (void *)&to, sizeof to) != 1) return 1;
    if (i || y) printf("%d %zd %s\n", i, recv(s, in, 2, 0), in);
    close(s);
  }
  return 0;
}
C
compile messages
python3 -c "
import socket, time
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind(('', 0)), s.settimeout(60)
open('port.part', 'w').write(str(s.getsockname()[1]))
__import__('os').rename('port.part', 'port')
for i in range(3):
    got, who = s.recvfrom(9)
    s.sendto(got + got, who)" &
until [ -e port ]; do sleep 0.05; done
expect 1 timeout 50 "$omen" triage --runs 1 --json messages.json -o messages.rec -- ./messages "$(cat port)"
grep -qx "2 2 cc" out || fail "no answers: $(cat out)"
race=$(python3 -c "import json; print(json.load(open('messages.json'))['races'][0]['id'])")
"$omen" replay messages.rec --race "$race" --order alternate >out 2>err
[ "$(cat out)" = "1 2 bb
2 2 cc" ] || fail "another socket's answers: $(cat out)"
wait
done_testing
