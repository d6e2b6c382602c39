/* Descriptors: see world.h. While the recording is followed they get the recorded numbers; after the race the
 * lowest that is free, as from the kernel. Numbers below one that the recording gave out, and numbers that it
 * used without having opened them, were open when the program began: they lead to the outside. */
#include "runtime/world/answers.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/world/contained.h"
#include "runtime/world/withhold.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>

enum { OURS_LO = 180, OURS_HI = 199 };
static struct omrt_desc **table;
int omrt_desc_next = -1;
static uint8_t *flags_of; /* FD_CLOEXEC, and KNOWN */
enum { KNOWN = 2 };

static void place(int fd, struct omrt_desc *d);

/* ---- what was open when the program began ---- */

enum { MOST_OPEN = 1024, NOTED = SYS_restart_syscall }; /* in the log: a call that nobody makes */
static int open_first[MOST_OPEN];
static int64_t nopen;

static bool is_ours(int fd) { return fd >= OURS_LO && fd <= OURS_HI; }

static int number_of(const char *name) {
  int fd = 0;
  for (; *name >= '0' && *name <= '9'; name++) fd = fd * 10 + (*name - '0');
  return *name ? -1 : fd;
}

static int list_open(void) {
  struct { /* linux_dirent64 */
    uint64_t ino, off;
    uint16_t len;
    uint8_t type;
    char name[];
  } *d;
  static char found[1 << 12];
  int n = 0;
  long folder = OMRT_SYS4(SYS_openat, AT_FDCWD, "/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  for (long got; folder >= 0 && (got = OMRT_SYS3(SYS_getdents64, folder, found, sizeof found)) > 0;)
    for (long at = 0; at < got; at += d->len) {
      d = (void *)(found + at);
      int fd = number_of(d->name);
      if (fd > 2 && fd != folder && !is_ours(fd) && n < MOST_OPEN && d->name[0] != '.') open_first[n++] = fd;
    }
  if (folder >= 0) OMRT_SYS1(SYS_close, folder);
  return n;
}

/* Whatever is in a file was there before anything went out; a pipe, a terminal or a socket has somebody
 * there. */
static bool unanswered;
static bool is_unanswered(int fd) {
  struct stat st;
  struct termios terminal;
  if (OMRT_SYS2(SYS_fstat, fd, &st)) return true;
  return S_ISREG(st.st_mode) || (S_ISCHR(st.st_mode) && OMRT_SYS3(SYS_ioctl, fd, TCGETS, &terminal));
}

void omrt_desc_begin(void) {
  if (omrt_mode.world) return;
  if (omrt_mode.by_log) {
    const uint8_t *at = omrt_log_left();
    struct omrt_logged c;
    unanswered = omrt_log_step(&at, &c) && c.nr == NOTED && c.a0;
    nopen = omrt_log_call_replay(NOTED);
    return;
  }
  nopen = list_open();
  struct omrt_piece list = {open_first, (size_t)nopen * sizeof *open_first};
  omrt_log_call(NOTED, is_unanswered(0), nopen, &list, nopen ? 1 : 0);
}

/* A contained run begins with the descriptors of the recorded one. */
static void begin_contained(void) {
  struct omrt_desc *in = omrt_inputs_stdin();
  const uint8_t *at = omrt_log_left(), *data;
  struct omrt_logged c;
  uint64_t len = 0;
  if (in) omrt_desc_place(0, in);
  if (!omrt_log_step(&at, &c) || c.nr != NOTED || !c.n) return;
  data = omrt_log_piece(&c.pieces, &len);
  for (uint64_t i = 0; i + sizeof(int) <= len; i += sizeof(int)) {
    int fd;
    memcpy(&fd, data + i, sizeof fd);
    if (fd > 2 && !is_ours(fd)) place(fd, omrt_outside_new(fd));
  }
}

static void init(void) {
  if (table) return;
  table = omrt_reserve(OMRT_MAX_FDS * sizeof *table);
  flags_of = omrt_reserve(OMRT_MAX_FDS);
  for (int fd = 0; fd < 3; fd++) {
    struct omrt_desc *d = omrt_outside_new(fd);
    d->one_way = true;
    d->unanswered = fd == 0 && unanswered;
    omrt_desc_place(fd, d);
  }
  for (int64_t i = 0; i < nopen; i++) place(open_first[i], omrt_outside_new(open_first[i]));
  if (omrt_of_contained()) begin_contained();
}

struct omrt_desc *omrt_desc_new(enum omrt_desc_kind kind, int flags) {
  struct omrt_desc *d = omrt_alloc(sizeof *d);
  d->kind = kind;
  d->flags = flags;
  return d;
}

int64_t omrt_desc_until(const struct omrt_desc *d, bool sending) {
  return d->timeout[sending] ? omrt_world_time(CLOCK_MONOTONIC) + d->timeout[sending] : OMRT_NEVER;
}

void omrt_desc_unref(struct omrt_desc *d) {
  if (!d || --d->refs > 0) return;
  omrt_withhold_closed(d);
  omrt_stream_closes(d);
  if (d->in) d->in->readers--;
  if (d->out) d->out->writers--;
  omrt_epoll_closed(d);
  omrt_lock_closed(d);
  if (d->sock) omrt_socket_gone(d);
  if (d->timer) omrt_timer_gone(d);
  omrt_free(d->rest, d->rest_cap);
  omrt_free(d, sizeof *d);
  omrt_world_changed();
}

/* ---- in use by a thread that waits ---- */

static struct hold {
  struct hold *next;
  const struct omrt_fiber *by;
  struct omrt_desc *desc;
} *holds;

void omrt_desc_hold(struct omrt_desc *d) {
  struct hold *h = omrt_alloc(sizeof *h);
  *h = (struct hold){holds, omrt_cur, d};
  holds = h;
  d->refs++;
}

/* Of this one, or of any (NULL); false: it holds none. */
static bool let_go(const struct omrt_desc *d) {
  for (struct hold **h = &holds; *h; h = &(*h)->next) {
    if ((*h)->by != omrt_cur || (d && (*h)->desc != d)) continue;
    struct hold *gone = *h;
    struct omrt_desc *desc = gone->desc;
    *h = gone->next;
    omrt_free(gone, sizeof *gone);
    omrt_desc_unref(desc);
    return true;
  }
  return false;
}
void omrt_desc_let_go(struct omrt_desc *d) { let_go(d); }
void omrt_world_abandon(void) {
  while (let_go(NULL)) continue;
}

static void place(int fd, struct omrt_desc *d) {
  if (fd < 0 || fd >= OMRT_MAX_FDS) return;
  struct omrt_desc *old = table[fd];
  d->refs++;
  table[fd] = d;
  flags_of[fd] = KNOWN | (d->flags & O_CLOEXEC ? FD_CLOEXEC : 0);
  omrt_desc_unref(old);
}

/* The recording gave out fd as the lowest that was free from `lowest` on. */
static void place_lowest(int fd, struct omrt_desc *d, int lowest) {
  init();
  place(fd, d);
  if (!omrt_mode.by_log || fd >= OMRT_MAX_FDS) return;
  for (int i = fd - 1; i > 2 && i >= lowest && !(flags_of[i] & KNOWN); i--)
    if (i < OURS_LO || i > OURS_HI) place(i, omrt_outside_new(i));
}

void omrt_desc_place(int fd, struct omrt_desc *d) { place_lowest(fd, d, 0); }

/* Did this call make it? Of those that the world knows. */
static bool made_by(struct omrt_logged *c, uint64_t fd) {
  int both[2];
  uint64_t len;
  switch (omrt_card((int)c->nr)->fds) {
  case OMRT_FDS_TWO_AT_0:
  case OMRT_FDS_TWO_AT_3: {
    const uint8_t *data = c->n ? omrt_log_piece(&c->pieces, &len) : NULL;
    if (!data || len < sizeof both) return false;
    memcpy(both, data, sizeof both);
    return (uint64_t)both[0] == fd || (uint64_t)both[1] == fd;
  }
  case OMRT_FDS_OPENS:
  case OMRT_FDS_OPENS_FILE:
  case OMRT_FDS_OPENS_SOCKET:
  case OMRT_FDS_ACCEPTS:
  case OMRT_FDS_ACCEPTS_FLAGS:
  case OMRT_FDS_DUPS:
  case OMRT_FDS_DUPS_TO:
  case OMRT_FDS_CONTROLS: return c->ret == (int64_t)fd;
  default: return false;
  }
}

/* Was descriptor a[0] open, if the call succeeded? */
static bool uses(const struct omrt_card *c) {
  return c->fds == OMRT_FDS_USES || c->fds == OMRT_FDS_SENDS || c->fds == OMRT_FDS_CONTROLS ||
         c->fds == OMRT_FDS_CLOSES;
}

/* Does the recording use this number, though the program never opened it? */
static bool inherited(uint64_t fd) {
  const uint8_t *at = omrt_log_left();
  struct omrt_logged c;
  while (omrt_log_step(&at, &c)) {
    if (made_by(&c, fd)) return false;
    if (uses(omrt_card((int)c.nr)) && c.a0 == fd && c.ret >= 0) return true;
  }
  return false;
}

struct omrt_desc *omrt_desc_known(int fd) {
  init();
  return fd < OMRT_MAX_FDS ? table[fd] : NULL;
}

struct omrt_desc *omrt_desc_at(uint64_t fd) {
  init();
  if (fd >= OMRT_MAX_FDS) return NULL;
  if (!(flags_of[fd] & KNOWN)) {
    flags_of[fd] |= KNOWN;
    if (omrt_mode.by_log || inherited(fd)) place((int)fd, omrt_outside_new((int)fd));
  }
  return table[fd];
}

int64_t omrt_desc_open(struct omrt_desc *d, int lowest) {
  init();
  if (omrt_desc_next >= 0) {
    place_lowest(omrt_desc_next, d, lowest);
    return omrt_desc_next;
  }
  for (int fd = lowest < 0 ? 0 : lowest; fd < OMRT_MAX_FDS; fd++)
    if (!table[fd] && (fd < OURS_LO || fd > OURS_HI)) {
      omrt_desc_place(fd, d);
      return fd;
    }
  return -EMFILE;
}

int64_t omrt_desc_close(uint64_t fd) {
  struct omrt_desc *d = omrt_desc_at(fd);
  if (!d) return -EBADF;
  table[fd] = NULL;
  omrt_desc_unref(d);
  return 0;
}

OMRT_ANSWER(close) { return omrt_desc_close(a[0]); }

OMRT_ANSWER(dup) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d) return -EBADF;
  int64_t fd = omrt_desc_open(d, 0);
  if (fd >= 0) flags_of[fd] = KNOWN;
  if (fd >= 0) d->copied = (uint64_t)fd + 1;
  return fd;
}

int64_t omen_desc_dup_to(uint64_t from, uint64_t to, bool cloexec) {
  struct omrt_desc *d = omrt_desc_at(from);
  if (!d || to >= OMRT_MAX_FDS) return -EBADF;
  if (from == to) return (int64_t)to;
  place((int)to, d); /* whatever is free below it */
  d->copied = to + 1;
  flags_of[to] = KNOWN | (cloexec ? FD_CLOEXEC : 0);
  return (int64_t)to;
}
OMRT_ANSWER(dup2) { return omen_desc_dup_to(a[0], a[1], false); }
OMRT_ANSWER(dup3) {
  bool same = a[0] == a[1] && a[1] < OMRT_MAX_FDS && omrt_desc_at(a[0]);
  return same ? -EINVAL : omen_desc_dup_to(a[0], a[1], a[2] & O_CLOEXEC);
}

static int64_t lock_range(struct omrt_desc *d, const struct flock *of, bool wait) {
  if (!omrt_readable(of, sizeof *of)) return -EFAULT;
  omrt_desc_hold(d);
  int64_t ret = omrt_lock_range(d, of, wait);
  omrt_desc_let_go(d);
  return ret;
}

OMRT_ANSWER(fcntl) {
  enum { SETTABLE = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME };
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d) return -EBADF;
  int64_t fd;
  switch ((int)a[1]) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    fd = omrt_desc_open(d, (int)a[2]);
    if (fd >= 0) flags_of[fd] = KNOWN | (a[1] == F_DUPFD_CLOEXEC ? FD_CLOEXEC : 0);
    return fd;
  case F_GETFD: return flags_of[a[0]] & FD_CLOEXEC;
  case F_SETFD: flags_of[a[0]] = KNOWN | (a[2] & FD_CLOEXEC); return 0;
  case F_GETFL:
    if (d->kind == OMRT_D_OUTSIDE && d->flags < 0) break; /* nobody knows how it was opened */
    return d->flags & ~(O_CLOEXEC | O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY);
  case F_SETFL:
    if (d->flags < 0) d->flags = O_RDWR;
    d->flags = (d->flags & ~SETTABLE) | ((int)a[2] & SETTABLE);
    return 0;
  case F_OFD_SETLK:
  case F_OFD_SETLKW: return lock_range(d, (const struct flock *)a[2], a[1] == F_OFD_SETLKW);
  }
  *served = false;
  return 0;
}

/* A child has the ends of pipes and sockets, too: what comes out of them is its doing, and so an input. */
void omrt_desc_forked(const uint8_t *at) {
  init();
  for (int fd = 3; fd < OMRT_MAX_FDS; fd++) {
    struct omrt_desc *d = table[fd];
    if (!d || (d->kind != OMRT_D_STREAM && d->kind != OMRT_D_SOCKET) || omrt_socket_listens(d)) continue;
    d->one_way = d->kind == OMRT_D_STREAM && !d->socket;
    if (d->in) d->in->readers--;
    if (d->out) d->out->writers--;
    d->in = d->out = NULL;
    d->kind = OMRT_D_OUTSIDE;
    d->recorded = fd;
    d->recorded_at = at;
    if (at) omrt_withhold_opened(d);
  }
  omrt_world_changed();
}
