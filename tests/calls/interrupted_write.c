// A handler ends a long write of which part was done, and the call returns how much: with SA_RESTART, too.
// The handler makes a call of its own, from its stack, which is where it was in replays.
#include "calls.h"
static pthread_t writer;
static int fds[2], told[2];
static volatile int hits;
static void handler(int s) {
  char signal = (char)s;
  hits += (int)write(told[1], &signal, 1);
}
static void *reader(void *length) {
  static char buf[4096];
  long n = 0;
  for (int i = 0; n < (long)length; i++) {
    ssize_t got;
    if (i < 5) usleep(20000);
    if (i == 2) pthread_kill(writer, SIGUSR1);
    if (i == 2) usleep(20000);
    got = read(fds[0], buf, sizeof buf);
    if (got <= 0) break;
    n += got;
  }
  return (void *)n;
}
static void try(int flags, bool vector) {
  struct sigaction sa = {.sa_handler = handler, .sa_flags = flags};
  sigaction(SIGUSR1, &sa, 0);
  hits = 0;
  enum { LENGTH = 400000 };
  static char data[LENGTH];
  pthread_t t;
  pthread_create(&t, NULL, reader, (void *)LENGTH);
  int rounds = 0;
  for (size_t done = 0; done < LENGTH; rounds++) {
    size_t half = (LENGTH - done) / 2;
    struct iovec v[2] = {{data + done, half}, {data + done + half, LENGTH - done - half}};
    ssize_t n = vector ? writev(fds[1], v, 2) : write(fds[1], data + done, LENGTH - done);
    if (n < 0 && errno != EINTR) perror("write"), exit(1);
    if (n > 0) done += (size_t)n;
  }
  void *n;
  pthread_join(t, &n);
  P("%ld bytes, %d signals, %d calls\n", (long)n, hits, rounds);
}
int main(void) {
  race();
  writer = pthread_self();
  R(pipe(fds));
  R(pipe2(told, O_NONBLOCK));
  try(0, false);
  try(SA_RESTART, false);
  try(0, true);
  try(SA_RESTART, true);
  R(close(fds[0]));
  R(socketpair(AF_UNIX, SOCK_STREAM, 0, fds));
  try(0, false);
  try(SA_RESTART, true);
  return 0;
}
