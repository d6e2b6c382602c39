/* The agent's socket. See agent.h. A process may send anything: what is no result is dropped, and too many or
 * too large packets of one process never keep the others waiting. */
#include "field/agent.h"
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { CLIENTS = 1024, PACKET = 1 << 14, TASKS_EACH = 8, AT_ONCE = 64 };

struct agent {
  struct pollfd all[CLIENTS]; /* the first listens */
  bool greeted[CLIENTS];
  nfds_t n;
  struct omen_field_book book;
  const char *folder;
  char *state;
  bool changed;
};

static volatile sig_atomic_t stopped;
static void on_stop(int sig) { stopped = sig; }

static int listen_at(const char *path, struct omen_err *err) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof a.sun_path) return omen_fail(err, "%s: too long for a socket", path);
  strcpy(a.sun_path, path);
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return omen_fail(err, "socket: %s", strerror(errno));
  if (!connect(fd, (const void *)&a, sizeof a)) {
    close(fd);
    return omen_fail(err, "%s: an agent serves it already", path);
  }
  unlink(path);                /* what an agent that was killed left */
  mode_t before = umask(0077); /* of this user alone */
  int status = bind(fd, (const void *)&a, sizeof a) || listen(fd, 128);
  umask(before);
  if (!status) return fd;
  close(fd);
  return omen_fail(err, "%s: %s", path, strerror(errno));
}

/* The tasks of the folder; those that are new begin as Unknown. */
static void read_folder(struct agent *a) {
  DIR *d = opendir(a->folder);
  for (struct dirent *e; d && (e = readdir(d));) {
    size_t n = strlen(e->d_name);
    if (n < 6 || strcmp(e->d_name + n - 6, ".tasks")) continue;
    char *path = omen_format("%s/%s", a->folder, e->d_name);
    struct omen_buf text = {0};
    struct omen_err err;
    char id[32];
    if (!omen_file_read(path, &text, &err) && text.data)
      for (char *rest = NULL, *l = strtok_r(text.data, "\n", &rest); l; l = strtok_r(NULL, "\n", &rest))
        if (sscanf(l, "task %31s", id) == 1) omen_field_book_at(&a->book, id);
    omen_buf_release(&text);
    free(path);
  }
  if (d) closedir(d);
}

static void greet(struct agent *a, nfds_t i) {
  struct omen_buf tasks = {0};
  read_folder(a);
  omen_field_book_give(&a->book, TASKS_EACH, &tasks);
  if (tasks.len) send(a->all[i].fd, tasks.data, tasks.len, MSG_NOSIGNAL | MSG_DONTWAIT);
  omen_buf_release(&tasks);
  a->greeted[i] = a->changed = true;
}

static void drop(struct agent *a, nfds_t i) {
  close(a->all[i].fd);
  a->n--;
  a->all[i] = a->all[a->n];
  a->greeted[i] = a->greeted[a->n];
}

/* False: it is gone. */
static bool take(struct agent *a, nfds_t i) {
  static char packet[PACKET];
  for (int k = 0; k < AT_ONCE; k++) {
    ssize_t n = recv(a->all[i].fd, packet, sizeof packet, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (n <= 0) return false;
    if (!a->greeted[i] && n > 6 && !memcmp(packet, "hello ", 6))
      greet(a, i);
    else
      a->changed |= omen_field_book_take(&a->book, packet, (size_t)n);
  }
  return true;
}

static void welcome(struct agent *a) {
  int fd = accept4(a->all[0].fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) return;
  if (a->n == CLIENTS) {
    close(fd);
    return;
  }
  a->all[a->n] = (struct pollfd){.fd = fd, .events = POLLIN};
  a->greeted[a->n++] = false;
}

static void save(struct agent *a) {
  struct omen_err err;
  if (a->changed && !omen_field_book_write(&a->book, a->state, &err))
    a->changed = false; /* a full disk: later */
}

static void serve(struct agent *a, double until) {
  while (!stopped && (until <= 0 || omen_now() < until)) {
    if (poll(a->all, a->n, 200) < 0 && errno != EINTR) return;
    for (nfds_t i = a->n; i-- > 1;)
      if ((a->all[i].revents & (POLLIN | POLLHUP | POLLERR)) && !take(a, i)) drop(a, i);
    if (a->all[0].revents & POLLIN) welcome(a);
    save(a);
  }
}

int omen_agent_serve(const char *socket, const char *folder, double seconds, struct omen_err *err) {
  struct agent *a = omen_xcalloc(1, sizeof *a);
  a->folder = folder;
  a->state = omen_format("%s/state.json", folder);
  if (omen_file_exists(a->state) && omen_field_book_read(&a->book, a->state, err)) return -1;
  int fd = listen_at(socket, err);
  if (fd < 0) return -1;
  signal(SIGINT, on_stop);
  signal(SIGTERM, on_stop);
  a->all[a->n++] = (struct pollfd){.fd = fd, .events = POLLIN};
  read_folder(a);
  a->changed = true;
  serve(a, seconds > 0 ? omen_now() + seconds : 0);
  for (nfds_t i = 1; i < a->n; i++) take(a, i); /* what is there already */
  a->changed = true;
  save(a);
  while (a->n) close(a->all[--a->n].fd);
  unlink(socket);
  omen_field_book_release(&a->book);
  free(a->state);
  free(a);
  return 0;
}
