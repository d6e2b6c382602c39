// From pipe to pipe, and from memory to pipes and back: who waits lets others go on.
#include "calls.h"
static char buf[64];

static void *takes(void *fd) {
  usleep(20000);
  int n = 0;
  while (n < 60000) n += (int)read(*(int *)fd, (char[4096]){0}, 4096);
  return NULL;
}

static void tees(void) {
  int p[2], q[2];
  pthread_t t;
  R(pipe(p));
  R(pipe(q));
  R(write(p[1], "some data", 9));
  R(tee(p[0], q[1], 4, 0));
  R(read(q[0], buf, sizeof buf));
  P("%.4s\n", buf);
  R(read(p[0], buf, sizeof buf));
  P("%.9s\n", buf);
  R(tee(p[0], q[1], 4, SPLICE_F_NONBLOCK));
  pthread_create(&t, NULL, later, &p[1]);
  R(tee(p[0], q[1], 10, 0)); // waits
  pthread_join(t, NULL);
  R(read(q[0], buf, sizeof buf));
  P("%.4s\n", buf);
  R(tee(p[0], p[1], 1, 0));
  R(tee(0, q[1], 1, 0));
  close(p[0]), close(p[1]), close(q[0]), close(q[1]);
}

// Of a file no more is taken than the pipe has room for.
static void full(void) {
  int p[2], fd = open("f", O_CREAT | O_RDWR, 0600);
  static char much[60000];
  R(pipe2(p, O_NONBLOCK));
  R(write(fd, much, sizeof much));
  R(write(p[1], much, sizeof much));
  R(lseek(fd, 0, SEEK_SET));
  long moved = splice(fd, NULL, p[1], NULL, 50000, 0);
  R(moved > 0 && moved < 50000);
  R(lseek(fd, 0, SEEK_CUR) == moved);
  while (write(p[1], much, 4096) > 0) continue;
  R(splice(fd, NULL, p[1], NULL, 50000, 0));
  R(lseek(fd, 0, SEEK_CUR) == moved);
  R(read(p[1], buf, 1));
  R(write(p[0], buf, 1));
  loff_t at = 5;
  close(p[0]);
  R(splice(fd, NULL, p[1], NULL, 50000, 0)); // nobody reads it
  R(splice(fd, &at, p[1], NULL, 50000, 0));
  P("%ld\n", (long)at);
  R(lseek(fd, 0, SEEK_CUR) == moved);
  close(p[1]), close(fd);
  R(pipe(p));
  R(read(p[1], buf, 1)); // does not wait
  R(write(p[0], buf, 1));
  R(unlink("f"));
}

static void memory(void) {
  int p[2];
  pthread_t t;
  static char much[100000];
  struct iovec iov[] = {{"from ", 5}, {"memory", 6}}, to[] = {{buf, 3}, {buf + 10, 20}},
               large = {much, sizeof much};
  R(pipe(p));
  R(vmsplice(p[1], iov, 2, 0));
  R(vmsplice(p[0], to, 2, 0));
  P("%.3s %.8s\n", buf, buf + 10);
  R(vmsplice(p[0], to, 2, SPLICE_F_NONBLOCK));
  pthread_create(&t, NULL, later, &p[1]);
  R(vmsplice(p[0], to, 2, 0)); // waits
  pthread_join(t, NULL);
  pthread_create(&t, NULL, takes, &p[0]);
  R(vmsplice(p[1], &large, 1, 0) > 60000); // waits for room
  pthread_join(t, NULL);
  R(vmsplice(open(".", O_RDONLY), iov, 1, 0));
  R(vmsplice(-1, iov, 1, 0));
}

int main(void) {
  race();
  signal(SIGPIPE, SIG_IGN);
  tees();
  full();
  memory();
  return 0;
}
