/* Sockets that listen.
 *
 * Tells the command that records a server when the server can be reached: record/client.h. The file is open
 * from the start: a server may have given up its rights by then. The first socket that listens counts, or the
 * first that takes single messages at an address that the program chose.
 *
 * And notes, before something goes out, that a connection waits already to be accepted: its other end cannot
 * have made it because of that (world/withhold.h). Not where a child could be the one that accepts it. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/syscall/card.h"
#include "runtime/syscall/fds.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static bool takes_messages(uint64_t fd) {
  int type = 0, len = sizeof type;
  long bad = omrt_sys(SYS_getsockopt, (long)fd, SOL_SOCKET, SO_TYPE, (long)&type, (long)&len, 0);
  return !bad && type == SOCK_DGRAM;
}

/* A client binds its socket to any port, or to none. */
static bool chosen(const uint64_t a[6]) {
  const struct sockaddr_in *in = (const void *)a[1];
  bool internet = in->sin_family == AF_INET || in->sin_family == AF_INET6; /* the port is at the same place */
  return a[2] >= 4 && internet && in->sin_port;
}

static struct omrt_out out;

void omrt_listening_open(void) {
  if (omrt_config->flags & OMEN_FLAG_TELLS_LISTEN) omrt_out_open(&out, "listening");
}

static void tell(uint64_t fd) {
  struct sockaddr_storage address;
  int len = sizeof address;
  if (OMRT_SYS3(SYS_getsockname, fd, &address, &len) < 0) return;
  omrt_out_write(&out, &address, (size_t)len < sizeof address ? (size_t)len : sizeof address);
  omrt_out_flush(&out); /* at once: whoever sees some of it sees all */
}

enum { MOST = 8 }; /* further ones are not looked at */
static struct listener {
  int fd;
  bool waits; /* a connection, and it was noted */
} listeners[MOST];
static int n;

static struct listener *at(uint64_t fd) {
  for (int i = 0; i < n; i++)
    if ((uint64_t)listeners[i].fd == fd) return &listeners[i];
  return NULL;
}

void omrt_listening_before(const struct omrt_card *c) {
  if (!n || !omrt_mode.performs || omrt_process_forked()) return;
  if (!(c->data & OMRT_DATA_OUT) && c->fds != OMRT_FDS_CLOSES) return;
  for (int i = 0; i < n; i++) {
    struct pollfd p = {.fd = listeners[i].fd, .events = POLLIN};
    if (listeners[i].waits || OMRT_SYS3(SYS_poll, &p, 1, 0) != 1 || p.revents != POLLIN) continue;
    listeners[i].waits = true;
    omrt_log_waiting(listeners[i].fd);
  }
}

void omrt_listening_waited(int fd) {
  struct listener *l = at((uint64_t)fd);
  if (l) l->waits = true;
}

bool omrt_listening_waits(int fd) {
  const struct listener *l = at((uint64_t)fd);
  return l && l->waits;
}

static void follow(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  bool accepts = c->fds == OMRT_FDS_ACCEPTS || c->fds == OMRT_FDS_ACCEPTS_FLAGS;
  if (c->fds == OMRT_FDS_LISTENS && ret >= 0 && n < MOST && !at(a[0]))
    listeners[n++] = (struct listener){.fd = (int)a[0]};
  struct listener *l = n && accepts && ret != -EAGAIN ? at(a[0]) : NULL;
  if (l) l->waits = false;
  struct omrt_fds closed = n ? omrt_fds_closed(c, a, ret) : (struct omrt_fds){0};
  for (int i = 0; i < n;)
    if (omrt_fds_has(closed, listeners[i].fd))
      listeners[i] = listeners[--n];
    else
      i++;
}

void omrt_listening_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  static bool told;
  follow(c, a, ret);
  if (told || ret < 0 || !out.cap || !omrt_mode.performs) return;
  bool binds = c->fds == OMRT_FDS_BINDS && takes_messages(a[0]) && chosen(a);
  if (c->fds != OMRT_FDS_LISTENS && !binds) return;
  told = true;
  tell(a[0]);
}
