/* Sockets. One that connects to a listener of the program itself becomes an end of a stream (streams.c); all
 * others lead to the outside (outside.c). A listener accepts who connected from within, and whoever else the
 * recording accepted: as many as it accepted more than the program itself connected. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/syscall/syscall.h"
#include "runtime/world/withhold.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { QUEUE = 128, FIRST_PORT = 40000 };
struct omrt_sock {
  struct omrt_sock *next;
  struct omrt_desc *desc;
  int domain, type;
  struct sockaddr_storage addr, peer;
  uint32_t addr_len, peer_len;
  const struct omrt_node *named;  /* AF_UNIX: the name that bind made in the file system, if it did */
  bool listening, shut;           /* shut: it listened, until shutdown */
  struct omrt_desc *queue[QUEUE]; /* connected from within, not accepted yet; each counted once */
  int queued;
  uint64_t arrived;        /* how many came so far */
  int outsiders;           /* how many the recording has yet to accept from outside; -1: not counted */
  const uint8_t *accepted; /* how far the recording's were used */
  const uint8_t *next_at;  /* where the next was there, once looked for */
};
static struct omrt_sock *all;

static struct omrt_sock *new_sock(struct omrt_desc *d, int domain, int type) {
  struct omrt_sock *s = omrt_alloc(sizeof *s);
  *s = (struct omrt_sock){.next = all, .desc = d, .domain = domain, .type = type & 15, .outsiders = -1};
  all = d->sock = s;
  return s;
}

void omrt_socket_gone(struct omrt_desc *d) {
  for (struct omrt_sock **s = &all; *s; s = &(*s)->next)
    if (*s == d->sock) {
      *s = d->sock->next;
      break;
    }
  for (int i = 0; i < d->sock->queued; i++) omrt_desc_unref(d->sock->queue[i]);
  omrt_free(d->sock, sizeof *d->sock);
}

static struct omrt_desc *make(int domain, int type) {
  struct omrt_desc *d =
      omrt_desc_new(OMRT_D_SOCKET, O_RDWR | (type & (SOCK_NONBLOCK | SOCK_CLOEXEC))); /* the same bits */
  new_sock(d, domain, type);
  return d;
}

/* ---- addresses ---- */

static uint16_t port_of(const struct sockaddr_storage *a) {
  return a->ss_family == AF_INET    ? ((const struct sockaddr_in *)a)->sin_port
         : a->ss_family == AF_INET6 ? ((const struct sockaddr_in6 *)a)->sin6_port
                                    : 0;
}
static void set_port(struct sockaddr_storage *a, uint16_t port) {
  if (a->ss_family == AF_INET) ((struct sockaddr_in *)a)->sin_port = htons(port);
  if (a->ss_family == AF_INET6) ((struct sockaddr_in6 *)a)->sin6_port = htons(port);
}

/* Is this address one of this machine's, as far as can be told without asking? */
static bool local(const struct sockaddr_storage *a) {
  if (a->ss_family == AF_INET) {
    uint32_t ip = ntohl(((const struct sockaddr_in *)a)->sin_addr.s_addr);
    return !ip || ip >> 24 == 127;
  }
  const struct in6_addr *ip = &((const struct sockaddr_in6 *)a)->sin6_addr;
  return IN6_IS_ADDR_LOOPBACK(ip) || IN6_IS_ADDR_UNSPECIFIED(ip);
}

static const char *path_of(const struct sockaddr_storage *a) { /* ends: *a is larger, and was zero */
  return ((const struct sockaddr_un *)a)->sun_path;
}

/* One name in the file system has many paths. */
static bool reaches_name(const struct omrt_sock *s, const struct sockaddr_storage *to, uint32_t len) {
  struct omrt_place p;
  if (!s->named || !*path_of(to)) return s->addr_len == len && !memcmp(&s->addr, to, len);
  return !omrt_tree_find(AT_FDCWD, path_of(to), OMRT_FOLLOW, &p) && p.node == s->named;
}

static bool reaches(const struct omrt_sock *s, const struct sockaddr_storage *to, uint32_t len) {
  if (s->addr.ss_family != to->ss_family) return false;
  if (to->ss_family == AF_UNIX) return reaches_name(s, to, len);
  if (to->ss_family != AF_INET && to->ss_family != AF_INET6) return false;
  return port_of(&s->addr) == port_of(to) && local(to);
}

static struct omrt_sock *listener(const struct sockaddr_storage *to, uint32_t len) {
  for (struct omrt_sock *s = all; s; s = s->next)
    if (s->listening && reaches(s, to, len)) return s;
  return NULL;
}

static int64_t take_address(uint64_t from, uint64_t len, struct sockaddr_storage *to) {
  *to = (struct sockaddr_storage){0};
  if (len < 2 || len > sizeof *to) return -EINVAL;
  if (!omrt_readable((void *)from, len)) return -EFAULT;
  memcpy(to, (void *)from, len);
  return 0;
}

static int64_t give_address(const struct sockaddr_storage *from, uint32_t len, uint64_t to, uint64_t to_len) {
  uint32_t *room = (void *)to_len;
  if (!to || !room) return 0;
  if (!omrt_writable(room, 4) || !omrt_writable((void *)to, *room)) return -EFAULT;
  memcpy((void *)to, from, len < *room ? len : *room);
  *room = len;
  return 0;
}

/* ---- calls ---- */

/* A name in the file system; those that begin with a zero are not. */
static int64_t make_name(struct omrt_sock *s, const struct sockaddr_storage *to) {
  struct omrt_place p;
  if (!*path_of(to)) return 0;
  int64_t bad = omrt_tree_find(AT_FDCWD, path_of(to), OMRT_LAST, &p);
  if (bad || p.node) return bad ? bad : -EADDRINUSE;
  struct omrt_node *n = omrt_node_new(S_IFSOCK | (0777 & ~omrt_file_umask()));
  omrt_tree_put(p.dir, p.name, n);
  s->named = n;
  return 0;
}

static int64_t bind_to(struct omrt_desc *d, const uint64_t a[6]) {
  static uint16_t next_port = FIRST_PORT;
  struct sockaddr_storage to;
  int64_t bad = take_address(a[1], a[2], &to);
  if (bad) return bad;
  if (!d->sock) return 0;
  if (to.ss_family != AF_UNIX && !port_of(&to)) set_port(&to, next_port++);
  if (to.ss_family == AF_UNIX && (bad = make_name(d->sock, &to))) return bad;
  d->sock->addr = to;
  d->sock->addr_len = (uint32_t)a[2];
  return 0;
}

/* The program talks to itself: both ends are here. */
static int64_t connect_within(struct omrt_desc *d, struct omrt_sock *to) {
  if (to->queued == QUEUE) return -ECONNREFUSED;
  struct omrt_desc *other = make(to->domain, to->type);
  other->refs = 1; /* the queue's */
  omrt_stream_connect(d, other, to->type);
  d->sock->peer = other->sock->addr = to->addr;
  d->sock->peer_len = other->sock->addr_len = to->addr_len;
  if (d->sock->addr.ss_family == 0) {
    d->sock->addr.ss_family = to->addr.ss_family;
    d->sock->addr_len = to->addr.ss_family == AF_UNIX ? 2 : to->addr_len;
  }
  other->sock->peer = d->sock->addr;
  other->sock->peer_len = d->sock->addr_len;
  to->queue[to->queued++] = other;
  to->arrived++;
  omrt_world_changed();
  return 0;
}

static bool is_accept(uint64_t nr) {
  const struct omrt_card *c = omrt_card((int)nr);
  return c->fds == OMRT_FDS_ACCEPTS || c->fds == OMRT_FDS_ACCEPTS_FLAGS;
}
static bool is_connect(uint64_t nr) { return omrt_world_card((int)nr)->answer == omrt_answer_connect; }

/* The next connection that the recording made and nobody took yet, on the same number if there is one: what
 * came in there is what comes in here. */
static int64_t connect_outside(struct omrt_desc *d, uint64_t fd) {
  enum { TAKEN = 1024 };
  static const uint8_t *taken[TAKEN]; /* where the record ended */
  static int ntaken;
  struct omrt_logged c;
  const uint8_t *at = omrt_log_left();
  int64_t ret = 0;
  d->kind = OMRT_D_OUTSIDE;
  d->recorded = omrt_mode.by_log ? (int)fd : -1;
  d->recorded_at = NULL;
  while (!omrt_mode.by_log && omrt_log_step(&at, &c)) {
    bool free = is_connect(c.nr) && (d->recorded < 0 || c.a0 == fd);
    for (int i = 0; i < ntaken && free; i++) free = taken[i] != at;
    if (!free) continue;
    d->recorded = (int)c.a0;
    d->recorded_at = at;
    ret = c.ret;
    if (c.a0 == fd) break;
  }
  if (d->recorded_at && ntaken < TAKEN) taken[ntaken++] = d->recorded_at;
  if (d->recorded_at) omrt_withhold_opened(d);
  if (!ret || ret == -EINPROGRESS) omrt_outside_connected(d);
  return ret;
}

static int64_t connect_to(struct omrt_desc *d, const uint64_t a[6]) {
  struct sockaddr_storage to;
  int64_t bad = take_address(a[1], a[2], &to);
  if (bad) return bad;
  struct omrt_sock *s = listener(&to, (uint32_t)a[2]);
  if (d->kind == OMRT_D_STREAM) return -EISCONN;
  return s && d->sock ? connect_within(d, s) : connect_outside(d, a[0]);
}

/* How many connections from outside the recording has yet to accept. */
static void count_outsiders(struct omrt_sock *s, uint64_t fd) {
  struct omrt_logged c;
  const uint8_t *at = omrt_log_left();
  int accepts = 0, connects = 0;
  while (omrt_log_step(&at, &c)) {
    if (is_accept(c.nr) && c.a0 == fd && c.ret >= 0) accepts++;
    if (is_connect(c.nr) && (c.ret == 0 || c.ret == -EINPROGRESS)) connects++;
  }
  s->outsiders = accepts > connects + s->queued ? accepts - connects - s->queued : 0;
}

/* Where the recording accepts the next connection from outside. *since: behind the one before. */
static const uint8_t *next_accept(struct omrt_desc *l, struct omrt_logged *c, const uint8_t **since) {
  const uint8_t *at = *since = l->sock->accepted ? l->sock->accepted : omrt_log_left();
  while (omrt_log_step(&at, c)) {
    if (!is_accept(c->nr) || c->a0 != (uint64_t)l->recorded || c->ret == -EAGAIN) continue;
    if (c->ret >= 0) return at;
    *since = at; /* what waited was gone again */
  }
  return NULL;
}

/* By then it was there: at the latest when it was accepted. */
static const uint8_t *next_arrival(struct omrt_desc *l) {
  struct omrt_logged c;
  const uint8_t *since, *accepted = next_accept(l, &c, &since);
  if (!accepted) return NULL;
  if (!l->sock->accepted && since == omrt_log_left() && omrt_listening_waits(l->recorded)) return since;
  const uint8_t *waited = omrt_log_waited(since, accepted, l->recorded);
  return waited ? waited : accepted;
}

static bool outsider_comes(struct omrt_desc *l) {
  if (!l->sock->outsiders) return false;
  if (!l->sock->next_at) l->sock->next_at = next_arrival(l);
  return omrt_withhold_accept_due(l, l->sock->next_at);
}

bool omrt_socket_listens(const struct omrt_desc *d) { return d->sock && d->sock->listening; }
bool omrt_socket_shut(const struct omrt_desc *d) { return d->sock && d->sock->shut; }
bool omrt_socket_pending(struct omrt_desc *d) {
  if (!omrt_socket_listens(d)) return false;
  if (d->sock->outsiders < 0) count_outsiders(d->sock, (uint64_t)d->recorded);
  return d->sock->queued || outsider_comes(d);
}
/* One that is due is there, though nobody accepted it yet. */
uint64_t omrt_socket_arrived(struct omrt_desc *d) {
  return d->sock->arrived + (omrt_socket_pending(d) && outsider_comes(d));
}
static bool pending(void *d) { return omrt_socket_pending(d) || omrt_socket_shut(d); }

static struct omrt_desc *accept_within(struct omrt_sock *s) {
  struct omrt_desc *d = s->queue[0];
  memmove(s->queue, s->queue + 1, (size_t)--s->queued * sizeof *s->queue);
  return d;
}

static struct omrt_desc *accept_outsider(struct omrt_desc *l, const uint64_t a[6]) {
  struct omrt_logged c;
  const uint8_t *since, *at = next_accept(l, &c, &since);
  l->sock->outsiders--;
  l->sock->arrived++;
  l->sock->next_at = NULL;
  struct omrt_desc *d = omrt_outside_new(-1);
  d->flags = O_RDWR;
  if (at) {
    d->recorded = (int)c.ret;
    d->recorded_at = l->sock->accepted = at;
    const uint8_t *p = c.pieces, *data = NULL;
    uint64_t len = 0;
    for (uint64_t i = 0; i < c.n; i++) data = omrt_log_piece(&p, &len); /* the address is the last */
    struct sockaddr_storage from = {0};
    if (data && len <= sizeof from) memcpy(&from, data, len);
    if (c.n == 2) give_address(&from, (uint32_t)len, a[1], a[2]);
    omrt_withhold_opened(d);
  }
  omrt_outside_connected(d);
  d->refs = 1;
  return d;
}

static int64_t accept_on(struct omrt_desc *l, const uint64_t a[6], uint64_t flags) {
  if (!omrt_socket_listens(l)) return -EINVAL;
  if (!omrt_socket_pending(l)) {
    if (l->flags & O_NONBLOCK) {
      if (omrt_withholds(l)) omrt_withhold_in_vain();
      return -EAGAIN;
    }
    int64_t bad = omrt_world_wait(pending, l, l, omrt_desc_until(l, false), OMRT_WORLD_OUTSIDE);
    if (bad) return bad == -ETIMEDOUT ? -EAGAIN : bad;
    if (!omrt_socket_listens(l)) return -EINVAL;
  }
  bool within = l->sock->queued;
  struct omrt_desc *d = within ? accept_within(l->sock) : accept_outsider(l, a);
  d->flags |= (int)flags & (SOCK_NONBLOCK | SOCK_CLOEXEC);
  memcpy(d->timeout, l->timeout, sizeof d->timeout);
  if (within) give_address(&d->sock->peer, d->sock->peer_len, a[1], a[2]);
  int64_t fd = omrt_desc_open(d, 0);
  omrt_desc_unref(d);
  return fd;
}

static int64_t set_option(struct omrt_desc *d, const uint64_t a[6]) {
  bool sending;
  int64_t ns;
  if (!omrt_readable((void *)a[3], a[4])) return -EFAULT;
  if (omrt_timeout_option(a, &sending, &ns)) d->timeout[sending] = ns;
  return 0;
}

static int64_t get_option(struct omrt_desc *d, int nr, const uint64_t a[6]) {
  int64_t ret;
  uint32_t *len = (void *)a[4];
  if (d->kind == OMRT_D_OUTSIDE && omrt_outside_answer(nr, a, omrt_card(nr)->pieces, true, &ret)) return ret;
  if (!omrt_writable(len, 4) || !omrt_writable((void *)a[3], *len)) return -EFAULT;
  memset((void *)a[3], 0, *len);
  if (a[1] == SOL_SOCKET && a[2] == SO_TYPE && *len >= 4)
    *(int *)a[3] = d->sock ? d->sock->type : SOCK_STREAM;
  return 0;
}

static int64_t get_name(struct omrt_desc *d, int nr, const uint64_t a[6], bool peer) {
  int64_t ret;
  static const struct sockaddr_storage unnamed = {.ss_family = AF_UNIX};
  if (d->kind == OMRT_D_OUTSIDE && omrt_outside_answer(nr, a, omrt_card(nr)->pieces, true, &ret)) return ret;
  if (peer && d->kind == OMRT_D_SOCKET) return -ENOTCONN;
  if (!d->sock) return give_address(&unnamed, 2, a[1], a[2]);
  return peer ? give_address(&d->sock->peer, d->sock->peer_len, a[1], a[2])
              : give_address(&d->sock->addr, d->sock->addr_len, a[1], a[2]);
}

static int64_t listen_on(struct omrt_desc *d) {
  if (d->sock) d->sock->listening = true;
  return 0;
}

/* A listener that is shut down wakes who waits for it, and accepts nobody more. */
static int64_t shut_down(struct omrt_desc *d, int how) {
  if (d->kind == OMRT_D_STREAM) return omrt_stream_shutdown(d, how);
  if (how < SHUT_RD || how > SHUT_RDWR) return -EINVAL;
  if (!omrt_socket_listens(d)) omrt_withhold_sent(d, 1); /* somebody may see the end */
  if (how == SHUT_WR || !omrt_socket_listens(d)) return 0;
  d->sock->listening = false;
  d->sock->shut = true;
  omrt_world_changed();
  return 0;
}

/* Nobody here knows the kernel's answers about interfaces. A kernel without netlink is what programs, and
 * getaddrinfo, are prepared for; libc aborts where it gets no answer. */
OMRT_ANSWER(socket) {
  if (a[0] == AF_NETLINK) return -EAFNOSUPPORT;
  struct omrt_desc *d = make((int)a[0], (int)a[1]);
  int64_t fd = omrt_desc_open(d, 0);
  d->recorded = (int)fd;
  if (fd >= 0) omrt_outside_socket(d, (int)fd, (a[1] & 15) == SOCK_DGRAM);
  return fd;
}

/* The socket that descriptor a[0] leads to, or one to the outside. */
static int64_t find_socket(const uint64_t a[6], struct omrt_desc **out) {
  struct omrt_desc *d = *out = omrt_desc_at(a[0]);
  if (!d) return -EBADF;
  return d->kind == OMRT_D_SOCKET || d->kind == OMRT_D_OUTSIDE || d->socket ? 0 : -ENOTSOCK;
}
/* What is answered on socket d. */
#define SOCKET_ANSWER(name, result)                                                                          \
  OMRT_ANSWER(name) {                                                                                        \
    struct omrt_desc *d;                                                                                     \
    int64_t bad = find_socket(a, &d);                                                                        \
    return bad ? bad : (result);                                                                             \
  }
SOCKET_ANSWER(bind, bind_to(d, a))
SOCKET_ANSWER(listen, listen_on(d))
SOCKET_ANSWER(connect, connect_to(d, a))
SOCKET_ANSWER(accept, accept_on(d, a, 0))
SOCKET_ANSWER(accept4, accept_on(d, a, a[3]))
SOCKET_ANSWER(shutdown, shut_down(d, (int)a[1]))
SOCKET_ANSWER(setsockopt, set_option(d, a))
SOCKET_ANSWER(getsockopt, get_option(d, nr, a))
SOCKET_ANSWER(getsockname, get_name(d, nr, a, false))
SOCKET_ANSWER(getpeername, get_name(d, nr, a, true))

/* ---- following the recording ---- */

static void saw_accept(const uint64_t a[6], int64_t fd, uint64_t flags) {
  struct omrt_desc *l = omrt_desc_at(a[0]);
  if (l && l->sock && l->sock->queued) {
    struct omrt_desc *d = accept_within(l->sock);
    d->flags |= (int)flags & (SOCK_NONBLOCK | SOCK_CLOEXEC);
    omrt_desc_place((int)fd, d);
    omrt_desc_unref(d);
    return;
  }
  struct omrt_desc *d = omrt_outside_new((int)fd);
  d->flags = O_RDWR | ((int)flags & SOCK_NONBLOCK);
  omrt_desc_place((int)fd, d);
}

OMRT_SAW(socket) {
  struct omrt_desc *d = make((int)a[0], (int)a[1]);
  d->recorded = (int)ret;
  omrt_desc_place((int)ret, d);
}
OMRT_SAW(connect) {
  bool served = true;
  omrt_answer_connect(nr, a, &served);
}
OMRT_SAW(accept) { saw_accept(a, ret, 0); }
OMRT_SAW(accept4) { saw_accept(a, ret, a[3]); }
OMRT_SAW(getsockname) { /* a port that the kernel chose */
  struct sockaddr_storage name;
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d || !d->sock || take_address(a[1], *(uint32_t *)a[2], &name)) return;
  d->sock->addr = name;
  d->sock->addr_len = *(uint32_t *)a[2];
}
