/* See client.h. */
#include "record/client.h"
#include "base/base.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- what it is told of the server ---- */

/* A server that listens everywhere is reached on this machine, too. */
static void tell_host(int family, const void *address, bool everywhere, in_port_t port) {
  char text[INET6_ADDRSTRLEN], number[8];
  const char *here = family == AF_INET ? "127.0.0.1" : "::1";
  snprintf(number, sizeof number, "%u", ntohs(port));
  setenv("OMEN_HOST", everywhere || !inet_ntop(family, address, text, sizeof text) ? here : text, 1);
  setenv("OMEN_PORT", number, 1);
}

static void tell_path(const struct sockaddr_un *a, size_t len) {
  size_t head = offsetof(struct sockaddr_un, sun_path);
  if (len <= head || !a->sun_path[0]) return; /* no name, or one that no path is */
  char *path = omen_xstrndup(a->sun_path, len - head);
  setenv("OMEN_SOCKET", path, 1);
  free(path);
}

static void tell_address(const struct omen_buf *bytes) {
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    struct sockaddr_un local;
    struct sockaddr_storage room;
  } a = {0};
  memcpy(&a, bytes->data ? bytes->data : "", bytes->len < sizeof a ? bytes->len : sizeof a);
  switch (a.any.sa_family) {
  case AF_INET:
    tell_host(AF_INET, &a.four.sin_addr, a.four.sin_addr.s_addr == INADDR_ANY, a.four.sin_port);
    break;
  case AF_INET6:
    tell_host(AF_INET6, &a.six.sin6_addr, IN6_IS_ADDR_UNSPECIFIED(&a.six.sin6_addr), a.six.sin6_port);
    break;
  case AF_UNIX: tell_path(&a.local, bytes->len); break;
  }
}

/* ---- its processes ---- */

static void end_group(int sig) {
  (void)sig;
  kill(0, SIGKILL); /* and this process with it */
}

static _Noreturn void become(const struct omen_client_run *c, const struct omen_buf *address, pid_t server) {
  char number[16];
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null >= 0) dup2(null, 0);
  snprintf(number, sizeof number, "%d", (int)server);
  setenv("OMEN_PID", number, 1);
  tell_address(address);
  signal(SIGXFSZ, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  execl("/bin/sh", "sh", "-c", c->client->command, (char *)NULL);
  _exit(127);
}

/* The leader of the group: waits for the command, and ends all if its parent is gone. */
static _Noreturn void lead(const struct omen_client_run *c, const struct omen_buf *address, pid_t server,
                           pid_t parent) {
  int status;
  setpgid(0, 0);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, end_group);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);
  pid_t pid = fork();
  if (!pid) become(c, address, server);
  if (pid < 0) _exit(127);
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) _exit(127);
  _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

static void start(struct omen_client_run *c, const struct omen_buf *address, pid_t server) {
  pid_t us = getpid();
  fflush(NULL);
  c->begun = true;
  c->pid = fork();
  if (!c->pid) lead(c, address, server, us);
  if (c->pid > 0) setpgid(c->pid, c->pid); /* whoever comes first */
  if (c->pid > 0) c->fd = (int)syscall(SYS_pidfd_open, c->pid, 0);
  if (c->pid > 0 && c->fd >= 0) return;
  omen_warn("the client cannot be started: %s", strerror(errno));
  if (c->pid > 0) kill(-c->pid, SIGKILL);
  c->ended = true;
  c->status = 127;
}

/* ---- from the server's start to the client's end ---- */

#define PATIENCE 5.0 /* seconds in which a server listens, mostly */

void omen_client_open(struct omen_client_run *c, const struct omen_client *client, const char *dir) {
  *c = (struct omen_client_run){.client = client, .notify = -1, .fd = -1};
  if (!client || !client->command) return;
  c->told = omen_format("%s/listening", dir);
  /* the program runs already, and may have written there */
  int file = open(c->told, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file >= 0) close(file);
  c->notify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (c->notify < 0 || inotify_add_watch(c->notify, c->told, IN_MODIFY) >= 0) return;
  close(c->notify);
  c->notify = -1;
}

static void forget_notices(struct omen_client_run *c) {
  char notices[4096];
  while (c->notify >= 0 && read(c->notify, notices, sizeof notices) > 0) continue;
}

void omen_client_begin(struct omen_client_run *c, pid_t server) {
  struct omen_buf address = {0};
  if (!c->told || c->begun) return;
  forget_notices(c);
  if (omen_file_read(c->told, &address, NULL) || !address.len) {
    omen_buf_release(&address);
    return;
  }
  unlink(c->told);
  start(c, &address, server);
  omen_buf_release(&address);
}

static void reap(struct omen_client_run *c) {
  int status = 0;
  kill(-c->pid, SIGKILL); /* what the command left; the number is the group's until the leader is reaped */
  while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) continue;
  close(c->fd);
  c->fd = -1;
  c->ended = true;
  c->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static bool wait_for(const struct omen_client_run *c, double seconds) {
  struct pollfd p = {.fd = c->fd, .events = POLLIN};
  double until = omen_now() + seconds, left = seconds;
  do
    if (poll(&p, 1, left > 0 ? (int)(left * 1000) + 1 : 0) > 0) return true;
  while ((left = until - omen_now()) > 0);
  return false;
}

bool omen_client_ended(struct omen_client_run *c) {
  if (!c->begun || c->ended || !wait_for(c, 0)) return false;
  reap(c);
  return true;
}

static void say(const struct omen_client_run *c, bool ended_by_us) {
  if (!c->begun)
    omen_warn(
        "the server ended, or was ended, without listening, so its client was not started (it must stay in "
        "the foreground)");
  else if (ended_by_us)
    omen_warn("the server ended before its client, which was then killed");
  else if (c->status)
    omen_warn("the client ended with status %d", c->status);
}

void omen_client_wait_told(struct omen_client_run *c, double seconds) {
  if (!c->told || c->begun || c->waits || seconds < PATIENCE) return;
  c->waits = true;
  omen_say("the server does not listen yet (%.0f s); its client waits for that", seconds);
}

bool omen_client_close(struct omen_client_run *c, double seconds) {
  if (!c->told) return true;
  bool heard = c->begun;
  bool late = c->begun && !c->ended && !wait_for(c, seconds);
  if (c->begun && !c->ended) reap(c);
  say(c, late);
  if (c->notify >= 0) close(c->notify);
  unlink(c->told);
  free(c->told);
  *c = (struct omen_client_run){.notify = -1, .fd = -1};
  return heard;
}
