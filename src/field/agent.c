/* The agent's socket. See agent.h. A process may send anything: what is no result is dropped, and too many or
 * too large packets of one process never keep the others waiting. */
#include "field/agent.h"
#include "field/agent_client.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* FOLDER_SECONDS: so often is the folder looked through for lists while processes run. */
enum { CLIENTS = 1024, PACKET = 1 << 14, AT_ONCE = 64 };
#define FOLDER_SECONDS 1.0

struct agent {
  struct pollfd all[CLIENTS]; /* the first listens */
  struct omen_agent_client client[CLIENTS];
  nfds_t n;
  struct omen_field_book book;
  const struct omen_agent_options *o;
  struct omen_buf settings;
  char *state, *reports;
  double looked; /* through the folder */
  bool changed;
};

static volatile sig_atomic_t stopped;
static void on_stop(int sig) { stopped = sig; }

static int address(struct sockaddr_un *a, const char *path, struct omen_err *err) {
  *a = (struct sockaddr_un){.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof a->sun_path) return omen_fail(err, "%s: too long for a socket", path);
  strcpy(a->sun_path, path);
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  return fd < 0 ? omen_fail(err, "socket: %s", strerror(errno)) : fd;
}

static int listen_at(const char *path, struct omen_err *err) {
  struct sockaddr_un a;
  int fd = address(&a, path, err);
  if (fd < 0) return -1;
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

int omen_agent_stacks(const char *socket, int pid, struct omen_err *err) {
  struct sockaddr_un a;
  char text[32];
  int fd = address(&a, socket, err), n = snprintf(text, sizeof text, "stacks %d", pid);
  if (fd < 0) return -1;
  bool sent = !connect(fd, (const void *)&a, sizeof a) && send(fd, text, (size_t)n, MSG_NOSIGNAL) == n;
  close(fd);
  return sent ? 0 : omen_fail(err, "%s: no agent answers", socket);
}

/* --- tasks --- */

static void read_list(struct agent *a, const char *path) {
  struct omen_buf text = {0};
  struct omen_err err;
  if (!omen_file_read(path, &text, &err) && text.data)
    omen_field_book_list(&a->book, text.data, &a->settings);
  omen_buf_release(&text);
}

static void read_folder(struct agent *a) {
  DIR *d = opendir(a->o->folder);
  omen_buf_release(&a->settings);
  a->looked = omen_now();
  for (struct dirent *e; d && (e = readdir(d));) {
    size_t n = strlen(e->d_name);
    if (n < 6 || strcmp(e->d_name + n - 6, ".tasks")) continue;
    char *path = omen_format("%s/%s", a->o->folder, e->d_name);
    read_list(a, path);
    free(path);
  }
  if (d) closedir(d);
  if (a->o->ask) omen_buf_addf(&a->settings, "ask yes\n");
}

/* What came of one task may be news for all processes that have it. */
static void share_out(struct agent *a) {
  for (nfds_t i = 1; i < a->n; i++)
    if (omen_agent_client_assign(&a->client[i], &a->book, &a->settings)) a->changed = true;
}

/* --- processes --- */

static void greet(struct agent *a, nfds_t i, const char *packet) {
  read_folder(a);
  omen_agent_client_greet(&a->client[i], a->all[i].fd, packet, &a->book, &a->settings);
  a->changed = true;
}

static void ask_stacks(struct agent *a, const char *packet) {
  int pid = atoi(packet + 7);
  for (nfds_t i = 1; i < a->n; i++)
    if (a->client[i].greeted && a->client[i].process.pid == pid) a->client[i].stacks++;
}

/* Reports of crashes, stops and stacks, and ends: kept as they came. */
static void keep_report(struct agent *a, const char *packet, size_t n) {
  static const char *const kinds[] = {"\"crash\":", "\"stopped\":", "\"stacks\":", "\"exit\":"};
  bool is = false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) is |= strstr(packet, kinds[i]) != NULL;
  if (!is || n < 2 || *packet != '{' || packet[n - 1] != '\n' || memchr(packet, '\n', n - 1)) return;
  int fd = open(a->reports, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0) return;
  if (write(fd, packet, n) < 0) {
  } /* a full disk: it is lost */
  close(fd);
}

/* A report comes by a connection of its own, which says nothing of its code: its process does. */
static const char *code_of(const struct agent *a, nfds_t i, const char *packet) {
  int pid;
  if (a->client[i].greeted || sscanf(packet, "{\"pid\":%d", &pid) != 1) return a->client[i].process.code;
  for (nfds_t k = 1; k < a->n; k++)
    if (a->client[k].greeted && a->client[k].process.pid == pid) return a->client[k].process.code;
  return "";
}

static void take_packet(struct agent *a, nfds_t i, char *packet, size_t n) {
  packet[n] = 0;
  if (!a->client[i].greeted && n > 6 && !memcmp(packet, "hello ", 6))
    greet(a, i, packet);
  else if (!a->client[i].greeted && n > 7 && !memcmp(packet, "stacks ", 7))
    ask_stacks(a, packet);
  else {
    a->changed |= omen_field_book_take(&a->book, code_of(a, i, packet), packet, n);
    omen_agent_client_heard(&a->client[i], &a->book, packet, n);
    keep_report(a, packet, n);
  }
}

static void drop(struct agent *a, nfds_t i) {
  close(a->all[i].fd);
  omen_agent_client_release(&a->client[i]);
  a->n--;
  a->all[i] = a->all[a->n];
  a->client[i] = a->client[a->n];
  a->changed = true;
}

/* False: it is gone. */
static bool take(struct agent *a, nfds_t i) {
  static char packet[PACKET + 1];
  for (int k = 0; k < AT_ONCE; k++) {
    ssize_t n = recv(a->all[i].fd, packet, PACKET, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (n <= 0) return false;
    take_packet(a, i, packet, (size_t)n);
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
  a->client[a->n++] = (struct omen_agent_client){0};
}

/* --- the loop --- */

static void save(struct agent *a) {
  struct omen_err err;
  struct omen_field_process *p = omen_xcalloc(a->n, sizeof *p);
  size_t n = 0;
  for (nfds_t i = 1; i < a->n; i++)
    if (a->client[i].greeted) p[n++] = omen_agent_client_process(&a->client[i]);
  if (!omen_field_book_write(&a->book, p, n, a->state, &err)) a->changed = false; /* a full disk: later */
  free(p);
}

static void serve(struct agent *a, double until) {
  while (!stopped && (until <= 0 || omen_now() < until)) {
    if (poll(a->all, a->n, 200) < 0 && errno != EINTR) return;
    for (nfds_t i = a->n; i-- > 1;)
      if ((a->all[i].revents & (POLLIN | POLLHUP | POLLERR)) && !take(a, i)) drop(a, i);
    if (a->all[0].revents & POLLIN) welcome(a);
    bool late = omen_now() - a->looked > FOLDER_SECONDS;
    if (late) read_folder(a);
    share_out(a);
    if (a->changed || (late && a->n > 1)) save(a);
  }
}

static void release(struct agent *a) {
  while (a->n > 1) drop(a, a->n - 1);
  close(a->all[0].fd);
  omen_field_book_release(&a->book);
  omen_buf_release(&a->settings);
  free(a->state);
  free(a->reports);
  free(a);
}

int omen_agent_serve(const struct omen_agent_options *o, struct omen_err *err) {
  struct agent *a = omen_xcalloc(1, sizeof *a);
  a->o = o;
  a->state = omen_format("%s/state.json", o->folder);
  a->reports = omen_format("%s/reports.jsonl", o->folder);
  if (omen_file_exists(a->state) && omen_field_book_read(&a->book, a->state, err)) return -1;
  int fd = listen_at(o->socket, err);
  if (fd < 0) return -1;
  signal(SIGINT, on_stop);
  signal(SIGTERM, on_stop);
  a->all[a->n++] = (struct pollfd){.fd = fd, .events = POLLIN};
  read_folder(a);
  a->changed = true;
  serve(a, o->seconds > 0 ? omen_now() + o->seconds : 0);
  for (nfds_t i = 1; i < a->n; i++) take(a, i); /* what is there already */
  save(a);
  unlink(o->socket);
  release(a);
  return 0;
}
