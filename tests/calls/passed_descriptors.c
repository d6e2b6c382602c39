// A descriptor that is sent over a socket; notes about a folder; a limit on descriptors; a named pipe.
// CALLS: not explored
#include "calls.h"
static void pass(void) {
  int ends[2], pair[2], got = -1;
  char control[CMSG_SPACE(sizeof(int))], text[16] = {0};
  struct iovec iov = {text, 1};
  struct msghdr m = {
      .msg_iov = &iov, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *c = CMSG_FIRSTHDR(&m);
  R(pipe(ends));
  R(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(c), &ends[1], sizeof(int));
  R(sendmsg(pair[0], &m, 0));
  m.msg_controllen = sizeof control;
  R(recvmsg(pair[1], &m, 0));
  c = CMSG_FIRSTHDR(&m);
  if (c) memcpy(&got, CMSG_DATA(c), sizeof got);
  R(write(got, "passed on", 9));
  R(read(ends[0], text, 9));
  P("%s\n", text);
}
static void notes(void) {
  union {
    struct inotify_event event;
    char room[512];
  } note;
  int fd = inotify_init1(IN_NONBLOCK);
  R(mkdir("watched", 0700));
  R(inotify_add_watch(fd, "watched", IN_CREATE | IN_DELETE) > 0);
  R(close(open("watched/file", O_CREAT | O_WRONLY, 0600)));
  R(read(fd, &note, sizeof note) > 0);
  P("%s %d\n", note.event.name, !!(note.event.mask & IN_CREATE));
  R(unlink("watched/file"));
  R(rmdir("watched"));
}
static void limit(void) {
  struct rlimit most = {64, 64};
  int last = -1;
  R(setrlimit(RLIMIT_NOFILE, &most));
  for (int fd; (fd = dup(0)) >= 0;) last = fd;
  P("%d %s\n", last, strerrorname_np(errno));
}
int main(void) {
  char byte;
  race();
  pass();
  notes();
  R(mkfifo("pipe", 0600));
  int fd = open("pipe", O_RDWR);
  R(write(fd, "q", 1));
  R(read(fd, &byte, 1));
  R(unlink("pipe"));
  limit();
  return 0;
}
