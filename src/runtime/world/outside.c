/* Descriptors that lead to the outside: terminals, sockets with a peer elsewhere, pipes shared with a child.
 * What is written there is captured; what comes from there is what the recording received next on that
 * descriptor, and then the end. */
#include "runtime/world/answers.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/syscall/card.h"
#include "runtime/syscall/syscall.h"
#include "runtime/world/contained.h"
#include "runtime/world/withhold.h"
#include "runtime/world/world.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>

struct omrt_desc *omrt_outside_new(int fd) {
  struct omrt_desc *d = omrt_desc_new(OMRT_D_OUTSIDE, -1); /* how it was opened nobody knows */
  d->recorded = fd;
  return d;
}

/* What comes next; not what is at some place of a file, nor several messages. */
static bool is_read(uint64_t nr) {
  const uint16_t others = OMRT_DATA_MESSAGES | OMRT_DATA_AT | OMRT_DATA_AT_OR_NEXT;
  const struct omrt_card *c = omrt_card((int)nr);
  return c->data & OMRT_DATA_IN && !(c->data & others);
}
static bool closes(uint64_t nr) { return omrt_card((int)nr)->fds == OMRT_FDS_CLOSES; }

static void store(struct omrt_desc *d, const struct omrt_logged *c) {
  uint64_t need = (uint64_t)c->ret, len;
  if (d->rest_cap < need) {
    omrt_free(d->rest, d->rest_cap);
    d->rest_cap = need;
    d->rest = omrt_alloc(need);
  }
  d->rest_len = d->rest_at = 0;
  const uint8_t *p = c->pieces;
  for (uint64_t i = 0; i < c->n && d->rest_len < need; i++) {
    const uint8_t *data = omrt_log_piece(&p, &len);
    if (len > need - d->rest_len) len = need - d->rest_len;
    omrt_world_move(d->rest + d->rest_len, data, len);
    d->rest_len += len;
  }
}

static bool invented;
bool omrt_outside_invented(void) { return invented; }

/* A copy of the descriptor, made by dup, may be what is read; then the first may be closed. */
static bool leads_there(const struct omrt_desc *d, uint64_t fd) {
  return fd == (uint64_t)d->recorded || (d->copied && fd + 1 == d->copied);
}

/* The recorded run closed it; true: it has another. */
static bool leave_number(struct omrt_desc *d, uint64_t fd) {
  if (!d->copied) return false;
  if (fd == (uint64_t)d->recorded) d->recorded = (int)d->copied - 1;
  d->copied = 0;
  return true;
}

/* The next that the recording received there; false: nothing more before it was closed. */
static bool fetch(struct omrt_desc *d) {
  struct omrt_logged c;
  const uint8_t *at = d->recorded_at ? d->recorded_at : omrt_log_left();
  while (d->recorded >= 0 && omrt_log_step(&at, &c)) {
    d->recorded_at = at;
    if (!leads_there(d, c.a0)) continue;
    omrt_withhold_passed(d, &c);
    if (closes(c.nr) && c.ret == 0 && !leave_number(d, c.a0)) break;
    if (!is_read(c.nr) || c.ret < 0) continue;
    if (c.ret == 0) return false;
    store(d, &c);
    return d->rest_len > 0;
  }
  d->invented = true;
  return false;
}

/* Behind the next that the recorded run opened and that got the same number, so all of them are counted;
 * NULL: none did. */
enum { NUMBERS = 64 };
static const uint8_t *next_opened(int fd, enum omrt_fds_effect how, const uint8_t *behind[NUMBERS]) {
  struct omrt_logged c;
  if (fd >= NUMBERS) return NULL;
  const uint8_t *at = behind[fd] ? behind[fd] : omrt_log_left();
  while (omrt_log_step(&at, &c))
    if (omrt_card((int)c.nr)->fds == how && c.ret == fd) return behind[fd] = at;
  return NULL;
}

void omrt_outside_opened(struct omrt_desc *d, int fd) {
  static const uint8_t *behind[NUMBERS]; /* the last such, by number */
  const uint8_t *at = next_opened(fd, OMRT_FDS_OPENS_FILE, behind);
  if (!at || d->kind != OMRT_D_OUTSIDE) return;
  d->recorded = fd;
  d->recorded_at = at;
}

void omrt_outside_socket(struct omrt_desc *d, int fd, bool messages) {
  static const uint8_t *behind[NUMBERS];
  const uint8_t *at = next_opened(fd, OMRT_FDS_OPENS_SOCKET, behind);
  d->recorded = fd;
  if (messages && at) d->recorded_at = at; /* connections have theirs where they are made */
}

void omrt_outside_connected(struct omrt_desc *d) {
  static uint32_t number;
  const uint8_t *data;
  uint64_t len;
  if (!omrt_of_contained()) return;
  d->source = omrt_inputs_connection(number++, &data, &len);
  if (!d->source) return;
  d->rest_cap = len + 1;
  d->rest = omrt_alloc(d->rest_cap);
  memcpy(d->rest, data, len);
  d->rest_len = len;
}

/* It comes in parts, as long as those of the recorded run; the last is as long as there are bytes. */
static uint64_t part_of_input(struct omrt_desc *d, uint64_t want) {
  struct omrt_logged c;
  const uint8_t *at = d->recorded_at ? d->recorded_at : omrt_log_left();
  if (d->rest_at >= d->rest_len) return 0;
  while (d->part_end <= d->rest_at) {
    if (d->recorded < 0 || !omrt_log_step(&at, &c) ||
        (closes(c.nr) && c.a0 == (uint64_t)d->recorded && !c.ret)) {
      d->part_end = d->rest_len;
      break;
    }
    d->recorded_at = at;
    if (c.a0 == (uint64_t)d->recorded && is_read(c.nr) && c.ret > 0) d->part_end += (uint64_t)c.ret;
  }
  uint64_t end = d->part_end < d->rest_len ? d->part_end : d->rest_len;
  return end - d->rest_at < want ? end - d->rest_at : want;
}

bool omrt_outside_has(struct omrt_desc *d) {
  if (d->source) return true;
  if (d->rest_at == d->rest_len && !d->ended && !fetch(d)) d->ended = true;
  return omrt_withhold_bytes_due(d, d->recorded_at);
}

/* How it was opened may not be known: then it waits. */
static bool hurries(const struct omrt_desc *d, int flags) {
  return flags & MSG_DONTWAIT || (d->flags >= 0 && d->flags & O_NONBLOCK);
}

static bool has(void *d) { return omrt_outside_has(d); }

static int64_t wait_for(struct omrt_desc *d, int flags) {
  if (omrt_outside_has(d)) return 0;
  if (hurries(d, flags)) {
    omrt_withhold_in_vain();
    return omrt_outside_has(d) ? 0 : -EAGAIN;
  }
  int64_t bad = omrt_world_wait(has, d, d, omrt_desc_until(d, false), OMRT_WORLD_OUTSIDE);
  return bad == -ETIMEDOUT ? -EAGAIN : bad;
}

int64_t omrt_outside_read(struct omrt_desc *d, const struct iovec *iov, int n, int flags) {
  uint64_t want = omrt_iov_len(iov, n);
  if (d->source) {
    uint64_t part = part_of_input(d, want);
    omrt_iov_put(iov, n, 0, d->rest + d->rest_at, part);
    if (!(flags & MSG_PEEK)) d->rest_at += part;
    return (int64_t)part;
  }
  int64_t bad = wait_for(d, flags);
  if (bad) return bad;
  invented |= d->ended && d->invented;
  if (d->ended) return 0;
  uint64_t len = d->rest_len - d->rest_at < want ? d->rest_len - d->rest_at : want;
  omrt_iov_put(iov, n, 0, d->rest + d->rest_at, len);
  if (!(flags & MSG_PEEK)) d->rest_at += len;
  return (int64_t)len;
}

void omrt_outside_stat(const struct omrt_desc *d, struct stat *st) {
  struct omrt_logged c;
  const uint8_t *at = omrt_log_left();
  uint64_t len;
  while (d->recorded >= 0 && omrt_log_step(&at, &c)) {
    if (!omen_props_tells((int)c.nr) || c.a0 != (uint64_t)d->recorded || c.ret || c.n != 1) continue;
    const uint8_t *data = omrt_log_piece(&c.pieces, &len);
    if (len == sizeof *st) memcpy(st, data, sizeof *st);
    return;
  }
}

bool omrt_outside_answer(int nr, const uint64_t a[6], const char *pieces, bool same, int64_t *ret) {
  static uint8_t data[1 << 20];
  static struct omrt_piece to[OMRT_MAX_PIECES];
  size_t len = 0, at = 0;
  if (omrt_mode.by_log) return false;
  if (!omrt_log_call_search(nr, a[0], same, ret, data, sizeof data, &len)) return false;
  int n = omrt_call_pieces(pieces, a, *ret, to);
  for (int i = 0; i < n && at < len; i++) {
    size_t take = to[i].len < len - at ? to[i].len : len - at;
    memcpy(to[i].addr, data + at, take);
    at += take;
  }
  return true;
}
