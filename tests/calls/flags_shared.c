// Whether a descriptor waits, when a child or a message's receiver, who have the same open file, change it.
// CALLS: not explored
#include "calls.h"
static char buf[64];

static void by_child(void) {
  int p[2], status;
  R(pipe(p));
  R(write(p[1], "a", 1));
  R(read(p[0], buf, 1));
  pid_t child = fork();
  if (!child) {
    fcntl(p[0], F_SETFL, O_NONBLOCK);
    _exit(0);
  }
  waitpid(child, &status, 0);
  R(read(p[0], buf, 1));
  R(fcntl(p[0], F_SETFL, 0));
  waits(p[0], &p[1]); // it has become blocking again
  close(p[0]), close(p[1]);
}

static int received(int s) {
  char data, control[CMSG_SPACE(sizeof(int))];
  struct iovec iov = {&data, 1};
  struct msghdr m = {
      .msg_iov = &iov, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  if (recvmsg(s, &m, 0) != 1 || !CMSG_FIRSTHDR(&m)) return -1;
  int fd;
  memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof fd);
  return fd;
}

static void send_to(int s, int fd) {
  char control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec iov = {"x", 1};
  struct msghdr m = {
      .msg_iov = &iov, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  *CMSG_FIRSTHDR(&m) = (struct cmsghdr){CMSG_LEN(sizeof fd), SOL_SOCKET, SCM_RIGHTS};
  memcpy(CMSG_DATA(CMSG_FIRSTHDR(&m)), &fd, sizeof fd);
  R(sendmsg(s, &m, 0));
}

// The child was there before the pipe, and gets it in a message.
static void by_receiver(void) {
  int s[2], p[2], status;
  R(socketpair(AF_UNIX, SOCK_STREAM, 0, s));
  pid_t child = fork();
  if (!child) {
    int fd = received(s[1]);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    _exit(fd < 0);
  }
  R(pipe(p));
  R(write(p[1], "a", 1));
  R(read(p[0], buf, 1));
  send_to(s[0], p[0]);
  waitpid(child, &status, 0);
  R(WEXITSTATUS(status));
  R(read(p[0], buf, 1));
}

int main(void) {
  race();
  by_child();
  by_receiver();
  return 0;
}
