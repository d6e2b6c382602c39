/* How much went out: see sent.h. The rest of the log is read as far as somebody asks, once. */
#include "runtime/world/sent.h"
#include "runtime/rt.h"
#include "runtime/syscall/card.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include <errno.h>
#include <string.h>

enum { NUMBERS = 1024 }; /* descriptors above are not followed: what goes out there is not waited for */
static struct omrt_peer *peers;
static struct omrt_peer *leads[NUMBERS];               /* in the log, where it was read up to */
static enum { NO_PAIR, PIPE, SOCKETS } pairs[NUMBERS]; /* opened since, and known to the program alone */
static bool serves;   /* it has listeners: a connection that it makes may be to itself */
static int to_itself; /* such, not accepted yet */
static const uint8_t *read_to;

static struct item {
  const uint8_t *at;
  struct omrt_peer *peer;
  uint64_t amount; /* went there by then */
} *items;
static uint64_t nitems, room, met; /* met: the first so many are less than what went out here */

struct omrt_peer *omrt_peers(void) { return peers; }

struct omrt_peer *omrt_peer_find(int fd, const uint8_t *since) {
  for (struct omrt_peer *p = peers; p; p = p->next)
    if (p->fd == fd && p->since == since) return p;
  struct omrt_peer *p = omrt_alloc(sizeof *p);
  *p = (struct omrt_peer){.next = peers, .fd = fd, .since = since};
  peers = p;
  return p;
}

void omrt_sent_leave(void) {
  read_to = omrt_log_left();
  for (int fd = 0; fd < NUMBERS; fd++) {
    struct omrt_desc *d = omrt_desc_known(fd);
    if (!d) continue;
    serves |= omrt_socket_listens(d);
    if (d->kind == OMRT_D_STREAM) pairs[fd] = d->socket ? SOCKETS : PIPE;
    if (d->kind != OMRT_D_OUTSIDE && (d->kind != OMRT_D_SOCKET || omrt_socket_listens(d))) continue;
    if (!d->peer) d->peer = omrt_peer_find(fd, NULL);
    d->peer->one_way = d->one_way;
    d->peer->numbers++;
    leads[fd] = d->peer;
  }
}

/* ---- reading the log ---- */

static struct omrt_peer *lead(uint64_t fd) { return fd < NUMBERS ? leads[fd] : NULL; }

static void went(struct omrt_peer *p, uint64_t bytes, const uint8_t *at) {
  if (nitems == room) {
    uint64_t more = room ? room * 2 : 256;
    struct item *now = omrt_alloc(more * sizeof *now);
    if (nitems) memcpy(now, items, nitems * sizeof *now);
    omrt_free(items, room * sizeof *now);
    items = now;
    room = more;
  }
  p->recorded += bytes;
  items[nitems++] = (struct item){at, p, p->recorded};
}

uint64_t omrt_sent_by(const struct omrt_logged *c) {
  const struct omrt_card *card = omrt_card(c->nr);
  omrt_answer_fn *answer = omrt_world_card(c->nr)->answer;
  bool out = card->data & OMRT_DATA_OUT && !(card->data & OMRT_DATA_MESSAGES);
  if (answer == omrt_answer_shutdown) return !c->ret;
  return (out || answer == omrt_answer_sendfile) && c->ret > 0 ? (uint64_t)c->ret : 0;
}

static void leave_number(uint64_t fd, const uint8_t *at) {
  struct omrt_peer *p = lead(fd);
  if (p && !--p->numbers) went(p, 1, at);
  if (fd >= NUMBERS) return;
  leads[fd] = NULL;
  pairs[fd] = NO_PAIR;
}

static void take_number(uint64_t fd, struct omrt_peer *p, const uint8_t *at) {
  leave_number(fd, at);
  if (fd >= NUMBERS || !p) return;
  leads[fd] = p;
  p->numbers++;
}

static void take_pair(struct omrt_logged *c, bool sockets) {
  int both[2];
  uint64_t len;
  const uint8_t *data = c->n ? omrt_log_piece(&c->pieces, &len) : NULL;
  if (!data || len < sizeof both) return;
  memcpy(both, data, sizeof both);
  for (int i = 0; i < 2; i++)
    if (both[i] >= 0 && both[i] < NUMBERS) pairs[both[i]] = sockets ? SOCKETS : PIPE;
}

/* A child has the ends of pipes, too: from here on they lead to the outside. */
static void share_pairs(const uint8_t *at) {
  for (int fd = 0; fd < NUMBERS; fd++) {
    if (pairs[fd] == NO_PAIR) continue;
    struct omrt_peer *p = omrt_peer_find(fd, at);
    p->one_way = pairs[fd] == PIPE;
    take_number((uint64_t)fd, p, at);
  }
}

static void take_accepted(const struct omrt_logged *c, const uint8_t *at) {
  if (c->ret < 0) return;
  if (to_itself)
    to_itself--;
  else
    take_number((uint64_t)c->ret, omrt_peer_find((int)c->ret, at), at);
}

static void take_connected(const struct omrt_logged *c, const uint8_t *at) {
  if (c->ret && c->ret != -EINPROGRESS) return;
  if (serves)
    to_itself++;
  else
    take_number(c->a0, omrt_peer_find((int)c->a0, at), at);
}

static void take(struct omrt_logged *c, const uint8_t *at) {
  uint64_t bytes = lead(c->a0) ? omrt_sent_by(c) : 0;
  if (bytes) went(lead(c->a0), bytes, at);
  if (omrt_world_card(c->nr)->answer == omrt_answer_connect) take_connected(c, at);
  switch (omrt_card(c->nr)->fds) {
  case OMRT_FDS_CLOSES: leave_number(c->a0, at); break;
  case OMRT_FDS_ACCEPTS:
  case OMRT_FDS_ACCEPTS_FLAGS: take_accepted(c, at); break;
  case OMRT_FDS_DUPS:
  case OMRT_FDS_DUPS_TO:
    if (c->ret >= 0 && (uint64_t)c->ret != c->a0) take_number((uint64_t)c->ret, lead(c->a0), at);
    break;
  case OMRT_FDS_TWO_AT_0: take_pair(c, false); break;
  case OMRT_FDS_TWO_AT_3: take_pair(c, true); break;
  case OMRT_FDS_SHARES:
  case OMRT_FDS_CLONES: share_pairs(at); break;
  default: break;
  }
}

static void read_until(const uint8_t *to) {
  struct omrt_logged c;
  for (const uint8_t *at = read_to; omrt_log_step(&at, &c) && at <= to; read_to = at) take(&c, at);
}

/* ---- comparing ---- */

static bool is_met(const struct item *i) { return i->peer->sent >= i->amount; }

bool omrt_sent_before(const uint8_t *at, bool one_way) {
  read_until(at);
  while (met < nitems && is_met(&items[met])) met++;
  for (uint64_t i = met; i < nitems && items[i].at <= at; i++)
    if (!is_met(&items[i]) && (!one_way || items[i].peer->one_way)) return false;
  return true;
}

void omrt_sent_assume(const uint8_t *at, bool one_way) {
  for (uint64_t i = met; i < nitems && items[i].at <= at; i++)
    if (!is_met(&items[i]) && (!one_way || items[i].peer->one_way)) items[i].peer->sent = items[i].amount;
}
