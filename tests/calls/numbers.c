// What is known of a descriptor goes with its number: copies have it, and what comes there after a close has not.
#include "calls.h"
#include <mqueue.h>
static char buf[64];

static void timeouts(void) {
  int s[2], copy;
  struct timeval t = {0, 20000};
  R(socketpair(AF_UNIX, SOCK_STREAM, 0, s));
  R(setsockopt(s[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t));
  R((copy = fcntl(s[0], F_DUPFD, 20)));
  R(read(copy, buf, 1));
  R(dup2(copy, 30));
  R(close_range(20, 25, 0));
  R(read(30, buf, 1));
  R(close_range(30, 30, 4)); // CLOSE_RANGE_CLOEXEC: is not closed
  R(read(30, buf, 1));
  R(close_range(40, 30, 0)); // is wrong
  R(read(30, buf, 1));
  close(s[0]), close(s[1]), close(30);
}

// One at the same number is waited for.
static void fresh(int number) {
  int s[2];
  R(socketpair(AF_UNIX, SOCK_STREAM, 0, s));
  R(dup2(s[0], number));
  waits(number, &s[1]);
  close(s[0]), close(s[1]), close(number);
}

static void closed(void) {
  int s[2];
  struct timeval t = {0, 5000};
  R(socketpair(AF_UNIX, SOCK_STREAM, 0, s));
  R(setsockopt(s[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t));
  R(dup2(s[0], 20));
  R(close_range(20, ~0u, 2)); // CLOSE_RANGE_UNSHARE
  fresh(20);
  R(dup2(s[0], 20));
  fresh(20);
  close(s[0]), close(s[1]);
}

static void signals(void) {
  sigset_t m;
  sigemptyset(&m);
  sigaddset(&m, SIGUSR1);
  sigprocmask(SIG_BLOCK, &m, NULL);
  int s = signalfd(-1, &m, SFD_NONBLOCK), p[2];
  R(read(s, buf, sizeof buf));
  R(close_range((unsigned)s, (unsigned)s, 0));
  R(pipe(p));
  R(p[0] == s);
  R(write(p[1], "a", 1));
  R(read(p[0], buf, sizeof buf));
  R((s = signalfd(-1, &m, SFD_NONBLOCK)) > 0);
  R(dup2(p[0], s) == s);
  R(write(p[1], "bc", 2));
  R(read(s, buf, sizeof buf));
  raise(SIGUSR1); // no counter is there to be raised
  waits(s, &p[1]);
}

// A number is free until something is made there, whatever it is that will be; and again after that.
static void not_yet(void) {
  sigset_t m;
  sigemptyset(&m);
  R(fcntl(57, F_GETFD));
  R(dup2(signalfd(-1, &m, 0), 57));
  R(fcntl(57, F_GETFD));
  R(close(57));
  int s = signalfd(-1, &m, SFD_NONBLOCK), n = syscall(SYS_inotify_init), q, c;
  mq_unlink("/omen-numbers");
  R((q = mq_open("/omen-numbers", O_CREAT | O_RDWR, 0600, NULL)) - s);
  R((c = syscall(SYS_creat, "numbers-file", 0600)) - s);
  R(write(c, "x", 1));
  R(n - s);
  R(mq_unlink("/omen-numbers"));
  R(unlink("numbers-file"));
  R(close(s) | close(n) | mq_close(q) | close(c));
  R(fcntl(s, F_GETFD));
  R(fcntl(n, F_GETFD));
  R(fcntl(q, F_GETFD));
  R(fcntl(c, F_GETFD));
}
// Before the race is left: the numbers that these will have are free.
static void free_numbers(void) {
  for (int i = 3; i < 7; i++) R(fcntl(i, F_GETFD));
}

int main(void) {
  race();
  free_numbers();
  not_yet();
  timeouts();
  closed();
  signals();
  return 0;
}
