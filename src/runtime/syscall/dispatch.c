/* From the trap to the table and back: see syscall.h. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/share.h"
#include "runtime/sync/children.h"
#include "runtime/syscall/child_output.h"
#include "runtime/syscall/descriptor_facts.h"
#include "runtime/syscall/fds.h"
#include "runtime/syscall/library.h"
#include "runtime/syscall/mapped.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/site.h"
#include "runtime/outcome_write.h"
#include "runtime/syscall/syscall.h"
#include "runtime/weak/weak.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <sys/uio.h>
#include <ucontext.h>

/* ---- pieces ---- */

static uint64_t number(const char **s) {
  uint64_t v = 0;
  while (**s >= '0' && **s <= '9') v = v * 10 + (uint64_t)(*(*s)++ - '0');
  return v;
}

static int iov_pieces(const struct iovec *iov, uint64_t n, int64_t bytes, struct omrt_piece *out, int room) {
  int k = 0;
  for (uint64_t i = 0; i < n && bytes > 0 && k < room; i++) {
    size_t take = (int64_t)iov[i].iov_len < bytes ? iov[i].iov_len : (size_t)bytes;
    out[k++] = (struct omrt_piece){iov[i].iov_base, take};
    bytes -= (int64_t)take;
  }
  return k;
}

/* Several messages: the length of each, and what was received. */
static int messages(const struct mmsghdr *m, int64_t count, bool received, struct omrt_piece *out) {
  int n = 0;
  for (int64_t i = 0; i < count && n < OMRT_MAX_PIECES - 8; i++) {
    const struct msghdr *h = &m[i].msg_hdr;
    out[n++] = (struct omrt_piece){(void *)&m[i].msg_len, sizeof m[i].msg_len};
    if (!received) continue;
    if (h->msg_name) out[n++] = (struct omrt_piece){h->msg_name, h->msg_namelen};
    out[n++] = (struct omrt_piece){(void *)h, sizeof *h};
    n += iov_pieces(h->msg_iov, h->msg_iovlen, m[i].msg_len, out + n, OMRT_MAX_PIECES - 4 - n);
  }
  return n;
}

int omrt_call_pieces(const char *spec, const uint64_t a[6], int64_t ret, struct omrt_piece *out) {
  if (ret < 0 || !*spec) return 0;
  if (*spec == 'i') return iov_pieces((void *)a[1], a[2], ret, out, OMRT_MAX_PIECES);
  if (*spec == 'm' && spec[1] != 's') return messages((void *)a[1], ret, spec[1] == 'm', out);
  if (*spec == 'm') {
    struct msghdr *m = (void *)a[1];
    int n = iov_pieces(m->msg_iov, m->msg_iovlen, ret, out, OMRT_MAX_PIECES - 4);
    if (m->msg_name) out[n++] = (struct omrt_piece){m->msg_name, m->msg_namelen};
    if (m->msg_control) out[n++] = (struct omrt_piece){m->msg_control, m->msg_controllen};
    out[n++] = (struct omrt_piece){m, sizeof *m};
    return n;
  }
  int n = 0;
  while (*spec) {
    int arg = *spec++ - '0';
    uint64_t len = 0;
    switch (*spec++) {
    case 'r': len = (uint64_t)ret; break;
    case 'l': len = (uint64_t)ret + 8; break;
    case 'R': len = (uint64_t)ret * number(&spec); break;
    case '=': len = number(&spec); break;
    case 'a':
      len = a[*spec++ - '0'];
      if (*spec == '*') spec++, len *= number(&spec);
      break;
    case 'p': len = (a[*spec++ - '0'] + 4095) / 4096; break;
    case '@': {
      const uint32_t *p = (void *)a[*spec++ - '0'];
      len = p ? *p : 0;
      if (len > 4096) len = 4096;
      break;
    }
    }
    while (*spec == ' ') spec++;
    if (a[arg] && len) out[n++] = (struct omrt_piece){(void *)a[arg], len};
  }
  return n;
}

int64_t omrt_call_recorded(int nr, const uint64_t a[6], const char *pieces) {
  if (omrt_mode.world) return omrt_mode.world->call(nr, a, pieces);
  if (omrt_mode.by_log) {
    int64_t ret = omrt_log_call_replay(nr);
    if (omrt_world_followed()) omrt_world.saw(nr, a, ret);
    return ret;
  }
  omrt_world.before(nr, a);
  int64_t ret = omrt_sys(nr, (long)a[0], (long)a[1], (long)a[2], (long)a[3], (long)a[4], (long)a[5]);
  static struct omrt_piece found[OMRT_MAX_PIECES];
  int n = omrt_call_pieces(pieces, a, ret, found);
  n += omrt_mapped_pieces(nr, a, ret, found + n, OMRT_MAX_PIECES - n);
  omrt_log_call(nr, a[0], ret, found, n);
  return ret;
}

int64_t omrt_call_result(int nr, uint64_t a0, int64_t ret) {
  if (omrt_mode.by_log) return omrt_log_call_replay(nr);
  omrt_log_call(nr, a0, ret, NULL, 0);
  return ret;
}

bool omrt_call_done(bool done) { return omrt_mode.by_log ? omrt_log_next() == 'S' : done; }

/* A wait that a signal ends before it begins leaves no switch in the log, and a replay would take the first
 * call that the handler makes for the end of this one. */
enum omrt_waited omrt_wait_outside(struct omrt_pollset *set, enum omrt_why why, const void *obj,
                                   int64_t deadline) {
  int64_t at_once = 1;
  if (omrt_signal_due(omrt_cur)) omrt_log_value(&at_once);
  omrt_cur->poll = set;
  enum omrt_waited how = omrt_wait(NULL, why, obj, deadline, true);
  omrt_cur->poll = NULL;
  return how;
}

/* ---- calls that wait for a descriptor ---- */

/* The flags first: a server's descriptors mostly never block, and they are mostly known. */
bool omrt_would_block(int fd, short events) {
  struct pollfd p = {.fd = fd, .events = events};
  long flags = omrt_fd_flags((uint64_t)fd);
  if (flags < 0 || flags & O_NONBLOCK || omrt_fd_never_waits((uint64_t)fd)) return false;
  if ((flags & O_ACCMODE) == (events == POLLIN ? O_WRONLY : O_RDONLY)) return false; /* an error */
  return OMRT_SYS3(SYS_poll, &p, 1, 0) == 0;
}

int64_t omrt_wait_fd(int fd, short events, bool partly) {
  int64_t deadline = 0;
  while (!omrt_mode.world && !omrt_call_done(omrt_mode.by_log || !omrt_would_block(fd, events))) {
    int64_t ends =
        omrt_timeout_of(fd, events); /* each time: a replay sees the waits of a write in parts as one */
    if (!deadline) deadline = ends;
    struct pollfd p = {.fd = fd, .events = events};
    struct omrt_pollset set = {.n = 1, .fds = &p};
    enum omrt_waited w = omrt_wait_outside(&set, OMRT_WAIT_FD, (void *)(intptr_t)fd, deadline);
    if (w == OMRT_INTERRUPTED && !omrt_signal_restart()) return -EINTR;
    if (w == OMRT_INTERRUPTED && partly) return -ERESTART;
    if (omrt_mode.performs && deadline != OMRT_NEVER && omrt_would_block(fd, events) &&
        omrt_time_real(CLOCK_MONOTONIC) >= deadline)
      return -EAGAIN;
  }
  return 0;
}

/* False: the call is made, or answered, as any other. */
static bool await(const struct omrt_card *c, int nr, const uint64_t a[6], int64_t *ret) {
  if (omrt_write_is_long(c, a)) return omrt_write_long(nr, a, ret);
  *ret = omrt_wait_fd((int)a[0], c->blocks == OMRT_BLOCKS_READABLE ? POLLIN : POLLOUT, false);
  if (*ret == -EAGAIN) omrt_call_result(nr, a[0], *ret);
  return *ret != 0;
}

static int64_t waits(const struct omrt_card *c, int nr, const uint64_t a[6]) {
  int64_t ret;
  bool hurries = omrt_card_flags(c, a) & MSG_DONTWAIT;
  if (omrt_card_moves(c, OMRT_DATA_IN | OMRT_DATA_BUFFER) && omrt_signalfd_is(a[0]))
    return omrt_signalfd_read(a);
  if (!omrt_mode.world && !hurries && await(c, nr, a, &ret)) return ret;
  uint64_t b[6];
  memcpy(b, a, sizeof b);
  if (omrt_card_moves(c, OMRT_DATA_IN | OMRT_DATA_MESSAGES | OMRT_DATA_SOCKET))
    b[3] |= MSG_WAITFORONE; /* what is there: it must not wait for more */
  ret = omrt_call_recorded(nr, b, c->pieces);
  omrt_show(c, a, ret);
  return ret;
}

int64_t omrt_call_as(int nr, const uint64_t a[6]) { return waits(omrt_card(nr), nr, a); }

static uint64_t unknown_calls;

static int64_t unknown(const struct omrt_card *c, int nr, const uint64_t a[6]) {
  static uint8_t said[OMRT_CALLS];
  unknown_calls++;
  if (nr < 0 || nr >= OMRT_CALLS || !said[nr]) {
    if (nr >= 0 && nr < OMRT_CALLS) said[nr] = 1;
    omrt_note("system call %d (%s) is not known to Omen: passed through, only its result recorded", nr,
              c->name ? c->name : "newer than Omen");
  }
  return omrt_call_recorded(nr, a, "");
}

void omrt_syscall_report(void) {
  omrt_line_counter("unknown_calls", unknown_calls);
  omrt_misc_report();
  omrt_process_report();
}

/* Of a buffer: 0 where the kernel would say EFAULT. */
struct data {
  const void *bytes;
  size_t len;
  uint64_t hash;
};
static void hash_data(void *of) {
  struct data *d = of;
  d->hash = omrt_share_hash(d->bytes, d->len);
}

/* What the event's digest covers: the arguments, and the data of a plain write, if it is not very long. What
 * is in a mapped file is left out: behind the file's end it can be read in a replay alone. */
static uint64_t call_digest(const struct omrt_card *c, const uint64_t a[6]) {
  enum { MOST = 16 << 20 };
  uint64_t h = 0;
  for (int i = 0; i < c->arity; i++) h = (h ^ a[i]) * 0x9e3779b97f4a7c15ull;
  if ((c->data & (OMRT_DATA_OUT | OMRT_DATA_BUFFER)) != (OMRT_DATA_OUT | OMRT_DATA_BUFFER)) return h;
  struct data d = {(const void *)a[1], a[2], 0};
  if (d.len && d.len <= MOST && !omrt_mapped_any(a[1], d.len) && omrt_guarded(hash_data, &d)) h ^= d.hash;
  return h;
}

/* The kernel sees what the thread stored, and the thread what others did: where the call moves data, waits or
 * orders anything. What libc calls for threads and locks is no such thing: clocks say what those order. */
static void fence_for(const struct omrt_card *c) {
  bool orders = c->order != OMRT_ORDER_NONE && c->order != OMRT_ORDER_FORKS;
  bool waits_too = c->blocks != OMRT_BLOCKS_NOTHING && c->blocks != OMRT_BLOCKS_FUTEX;
  if (omrt_on && (c->data || orders || waits_too || c->how == OMRT_SERVE_PASSED)) omrt_weak_outward();
}

void omrt_syscall_serve(struct omrt_frame *f) {
  int nr = (int)f->rax;
  const uint64_t a[6] = {f->rdi, f->rsi, f->rdx, f->r10, f->r8, f->r9};
  const struct omrt_card *c = omrt_card(nr);
  struct omrt_fiber *self = omrt_cur;
  if (__builtin_expect(omrt_children_native, 0)) {
    f->rax = (uint64_t)omrt_sys(nr, (long)a[0], (long)a[1], (long)a[2], (long)a[3], (long)a[4], (long)a[5]);
    return;
  }
  self->entry = f;
  omrt_point(OMEN_EV_SYSCALL, (void *)(uintptr_t)nr, call_digest(c, a));
  if (__builtin_expect(omrt_child_output_on, 0)) omrt_child_output_take();
  omrt_listening_before(c);
  if (__builtin_expect(omrt_weak_on, 0)) fence_for(c);
  omrt_order_before(c, a);
  switch (c->how) {
  case OMRT_SERVE_RECORDED:
    f->rax = c->blocks ? waits(c, nr, a) : omrt_call_recorded(nr, a, c->pieces);
    break;
  case OMRT_SERVE_SERVED: f->rax = c->serve(nr, a, f); break;
  case OMRT_SERVE_PASSED: f->rax = unknown(c, nr, a);
  }
  if (omrt_on) omrt_children_look();
  struct omrt_fds closed = omrt_fds_closed(c, a, f->rax);
  if (closed.end) omrt_signalfd_closed(closed), omrt_library_closed(closed);
  omrt_order_after(c, a, f->rax);
  omrt_timeouts_after(c, a, f->rax);
  omrt_listening_after(c, a, f->rax);
  omrt_standard_output_after(c, a, f->rax);
  omrt_fd_after(c, a, f->rax);
  if (omrt_on && omrt_signal_due(omrt_cur)) omrt_interrupt_point();
  self->entry = NULL;
}

/* ---- the trap ---- */

void omrt_syscall_trapped(struct omrt_frame *f) {
  omrt_site_trapped(f->rip);
  omrt_syscall_serve(f);
  omrt_site_left(f);
}

/* On the alternate stack. Moves the call to the program's own stack and returns there: see fiber.S. */
static void on_sigsys(int sig, siginfo_t *info, void *context) {
  greg_t *g = ((ucontext_t *)context)->uc_mcontext.gregs;
  struct omrt_frame *f = (struct omrt_frame *)(((uint64_t)g[REG_RSP] - 128 - sizeof *f) & ~63ull);
  *f = omrt_frame_of(g);
  g[REG_RSP] = (greg_t)f;
  g[REG_RIP] = (greg_t)omrt_syscall_entry;
  g[REG_EFL] &= ~0x400; /* direction flag */
}

struct kernel_sigaction {
  void *handler;
  uint64_t flags;
  void *restorer;
  uint64_t mask;
};

static char selector = SYSCALL_DISPATCH_FILTER_BLOCK;

void omrt_dispatch_on(void) {
  long bad = omrt_sys(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, (long)omrt_gate_start,
                      omrt_gate_end - omrt_gate_start, (long)&selector, 0);
  if (bad)
    omrt_fatal("this kernel has no syscall user dispatch (Linux 5.11 or newer is needed; error %ld)", -bad);
}

void omrt_syscall_init(void) {
  omrt_vectors_init();
  stack_t alt = {.ss_size = 256 << 10};
  alt.ss_sp = omrt_reserve(alt.ss_size);
  OMRT_SYS2(SYS_sigaltstack, &alt, 0);
  struct kernel_sigaction sa = {(void *)on_sigsys, SA_SIGINFO | SA_ONSTACK | 0x04000000,
                                (void *)omrt_restore_rt, ~0ull};
  OMRT_SYS4(SYS_rt_sigaction, SIGSYS, &sa, 0, 8);
}
