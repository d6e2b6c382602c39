// Programs whose system calls are compared: natively, under omen run, in replays and in explorations of a
// race that comes first, so that the rest runs in a world in memory (tests/cli/calls.sh). Each prints what
// its calls returned.
#ifndef OMEN_CALLS_H
#define OMEN_CALLS_H
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
extern char **environ;

// The value is what differs between the two orders: no other line may.
int racy;
static void *first(void *p) {
  racy = 1;
  return p;
}
static void *second(void *p) {
  racy = 2;
  return p;
}
static void race(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("racy %d\n", racy);
  fflush(stdout);
}
#define P(...) (printf(__VA_ARGS__), fflush(stdout))
#define R(call)                                                                                              \
  do {                                                                                                       \
    errno = 0;                                                                                               \
    long result_ = (long)(call);                                                                             \
    P("%s = %ld %s\n", #call, result_, result_ < 0 ? strerrorname_np(errno) : "");                           \
  } while (0)

// Reads from a descriptor that has nothing yet: it must wait until another thread writes to the other end.
static void *later(void *fd) {
  usleep(20000);
  write(*(int *)fd, "late", 4);
  return NULL;
}
static void waits(int from, int *to) {
  char buf[64];
  pthread_t t;
  pthread_create(&t, NULL, later, to);
  R(read(from, buf, sizeof buf));
  pthread_join(t, NULL);
}
#endif
