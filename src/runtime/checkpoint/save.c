/* Writes a checkpoint (record/checkpoint_file.h): runs in a fork of the replay, on a stack of its own, so
 * that the memory it tells of is as the replay left it. What any process of the variant has anyway is left
 * out: pages that are still those of a file, and pages of zeros. Nothing here writes to memory other than the
 * scratch area.
 */
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/world/answers.h"
#include "runtime/sched/internal.h"
#include "runtime/checkpoint/checkpoint.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum { PAGE = OMEN_SAVED_PAGE, FOUND = 1024, BUFFER = 64 << 10 };

/* Of linux/fs.h, which may be older than the kernel. */
struct region {
  uint64_t lo, hi, categories;
};
struct scan {
  uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  uint64_t inverted, all_of, any_of, returned;
};
#define SCAN _IOWR('f', 16, struct scan)
enum { OF_FILE = 1 << 2, IN_MEMORY = 1 << 3, SWAPPED_OUT = 1 << 4, THE_ZERO_PAGE = 1 << 5 };

struct work {
  struct omen_saved_head head;
  struct omrt_mappings maps;
  struct omen_packet packet;
  uint32_t used; /* of the buffer */
  char buffer[BUFFER];
  struct region found[FOUND];
};

static _Noreturn void leave(int status) {
  for (;;) OMRT_SYS1(SYS_exit_group, status);
}

/* ---- sending ---- */

static void send_packet(struct work *w, const void *data, uint64_t len) {
  struct iovec parts[2] = {{&w->packet, sizeof w->packet}, {(void *)data, len}};
  struct msghdr m = {.msg_iov = parts, .msg_iovlen = 2};
  long n;
  do n = OMRT_SYS3(SYS_sendmsg, OMEN_CUTTER_FD, &m, MSG_NOSIGNAL);
  while (n == -EINTR);
  if (n != (long)(sizeof w->packet + len)) leave(1); /* nobody listens, or it cannot be read */
}

static void flush(struct work *w) {
  if (w->used) send_packet(w, w->buffer, w->used);
  w->used = 0;
}

static void copy(char *to, const char *from, uint64_t n) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n)::"memory");
}

/* What is small is collected; what is large goes from where it is. */
static void put(struct work *w, const void *data, uint64_t len) {
  const char *p = data;
  if (len > OMEN_PACKET_ROOM / 2) {
    flush(w);
    for (uint64_t n; len; p += n, len -= n)
      send_packet(w, p, n = len < OMEN_PACKET_ROOM ? len : OMEN_PACKET_ROOM);
    return;
  }
  if (w->used + len > OMEN_PACKET_ROOM) flush(w);
  copy(w->buffer + w->used, p, len);
  w->used += (uint32_t)len;
}

static void pad(struct work *w, uint64_t len) {
  static const char zeros[8];
  put(w, zeros, -len & 7);
}

/* ---- the front ---- */

static void kernel_state(struct omen_saved_head *h, const struct omrt_cut *cut) {
  stack_t alt = {0};
  for (int sig = 1; sig <= OMEN_SAVED_SIGNALS; sig++)
    OMRT_SYS4(SYS_rt_sigaction, sig, 0, &h->actions[sig - 1], 8);
  OMRT_SYS2(SYS_sigaltstack, 0, &alt);
  h->alternate = (uint64_t)alt.ss_sp;
  h->alternate_size = alt.ss_size;
  h->mask = cut->mask;
  h->brk = (uint64_t)OMRT_SYS1(SYS_brk, 0);
  h->fs = __builtin_ia32_rdfsbase64();
  h->gs = __builtin_ia32_rdgsbase64();
}

static uint32_t count_threads(void) {
  uint32_t n = 0;
  for (const struct omrt_fiber *f = omrt_all; f; f = f->all_next) n++;
  return n;
}

static bool same_name(const struct work *w, const struct omen_saved_map *a, const struct omen_saved_map *b) {
  const char *x = w->maps.names + a->name, *y = w->maps.names + b->name;
  while (*x && *x == *y) x++, y++;
  return *x == *y;
}

/* The first mapping of a file: later ones of its first page may be data. */
static bool begins_file(const struct work *w, uint32_t i) {
  const struct omen_saved_map *m = &w->maps.at[i];
  return m->kind == OMEN_MAP_FILE && !m->offset && m->prot & PROT_READ && (!i || !same_name(w, m, m - 1));
}

/* What cannot be made again elsewhere makes the checkpoint useless: none is written then. */
static void complete_maps(struct work *w) {
  for (uint32_t i = 0; i < w->maps.n; i++) {
    struct omen_saved_map *m = &w->maps.at[i];
    if (m->kind == OMEN_MAP_MEMORY && m->flags & OMEN_MAP_SHARED) leave(2);
    if (begins_file(w, i)) m->first = omen_saved_hash(1, (const void *)m->lo, PAGE);
  }
}

static void put_front(struct work *w, const struct omrt_cut *cut) {
  struct omen_saved_head *h = &w->head;
  h->magic = OMEN_SAVED_MAGIC;
  h->version = OMEN_SAVED_VERSION;
  h->size = sizeof *h;
  h->events = omrt_events;
  h->machine = omrt_machine_hash();
  h->vdso = omrt_vdso_hash(&w->maps);
  h->watch = omrt_watch_hash();
  h->threads_made = (uint32_t)omrt_fibers_made();
  h->nthreads = count_threads();
  h->nmaps = w->maps.n;
  h->strings = w->maps.strings;
  h->outcome = omrt_outcome.written;
  h->outputs = omrt_world_out()->written;
  h->shown = cut->shown;
  h->shown_hash = cut->shown_hash;
  kernel_state(h, cut);
  put(w, h, sizeof *h);
  for (const struct omrt_fiber *f = omrt_all; f; f = f->all_next) {
    struct omen_saved_thread t = {(uint64_t)f->id, f->points};
    put(w, &t, sizeof t);
  }
  put(w, w->maps.at, w->maps.n * sizeof *w->maps.at);
  put(w, w->maps.names, w->maps.strings);
}

static void put_file(struct work *w, int fd, uint64_t len) {
  flush(w);
  for (uint64_t at = 0; at < len;) {
    uint64_t want = len - at < OMEN_PACKET_ROOM ? len - at : OMEN_PACKET_ROOM;
    long n = OMRT_SYS4(SYS_pread64, fd, w->buffer, want, at);
    if (n <= 0) leave(3);
    send_packet(w, w->buffer, (uint64_t)n);
    at += (uint64_t)n;
  }
  pad(w, len);
}

/* ---- memory ---- */

static bool is_zero(uint64_t page) {
  const uint64_t *p = (const uint64_t *)page;
  uint64_t any = 0;
  for (int i = 0; i < PAGE / 8; i += 8) {
    for (int k = 0; k < 8; k++) any |= p[i + k];
    if (any) return false;
  }
  return true;
}

static void put_run(struct work *w, uint64_t lo, uint64_t hi) {
  struct omen_saved_run run = {lo, hi - lo};
  if (hi <= lo) return;
  put(w, &run, sizeof run);
  put(w, (const void *)lo, hi - lo);
}

static void put_pages(struct work *w, const struct omen_saved_map *m, uint64_t lo, uint64_t hi) {
  if (m->kind == OMEN_MAP_FILE) return put_run(w, lo, hi); /* there, zeros are a change */
  uint64_t from = lo;
  for (uint64_t page = lo; page < hi; page += PAGE) {
    if (!is_zero(page)) continue;
    put_run(w, from, page);
    from = page + PAGE;
  }
  put_run(w, from, hi);
}

static void put_map(struct work *w, const struct omen_saved_map *m, long pagemap) {
  struct scan s = {.size = sizeof s,
                   .end = m->hi,
                   .vec = (uint64_t)w->found,
                   .vec_len = FOUND,
                   .inverted = OF_FILE | THE_ZERO_PAGE,
                   .all_of = OF_FILE | THE_ZERO_PAGE,
                   .any_of = IN_MEMORY | SWAPPED_OUT,
                   .returned = IN_MEMORY};
  bool readable = m->prot & PROT_READ;
  for (uint64_t at = m->lo; at < m->hi; at = s.walk_end) {
    s.start = at;
    long n = OMRT_SYS3(SYS_ioctl, pagemap, SCAN, &s);
    if (n == -EINTR) {
      s.walk_end = at;
      continue;
    }
    if (n < 0 || n > FOUND || s.walk_end <= at) leave(4); /* an older kernel */
    if (n && !readable) readable = !OMRT_SYS3(SYS_mprotect, m->lo, m->hi - m->lo, PROT_READ);
    for (long i = 0; i < n; i++) put_pages(w, m, w->found[i].lo, w->found[i].hi);
  }
}

static void put_memory(struct work *w) {
  long pagemap = OMRT_SYS4(SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC, 0);
  if (pagemap < 0) leave(5);
  for (uint32_t i = 0; i < w->maps.n; i++) {
    uint32_t kind = w->maps.at[i].kind;
    if (kind == OMEN_MAP_MEMORY || kind == OMEN_MAP_STACK || kind == OMEN_MAP_FILE)
      put_map(w, &w->maps.at[i], pagemap);
  }
  struct omen_saved_run last = {0};
  put(w, &last, sizeof last);
}

void omrt_checkpoint_write(void *arg) {
  const struct omrt_cut *cut = arg;
  struct work *w = (struct work *)(OMRT_SCRATCH + OMRT_SCRATCH_STACK);
  w->maps.at = (struct omen_saved_map *)(w + 1);
  w->maps.names = (char *)(w->maps.at + OMEN_SAVED_MAPS);
  w->packet.checkpoint = cut->number;
  w->packet.what = OMEN_PACKET_DATA;
  if (!omrt_mappings_read(&w->maps, w->buffer, BUFFER)) leave(6);
  complete_maps(w);
  put_front(w, cut);
  put_file(w, omrt_outcome.fd, w->head.outcome);
  put_file(w, omrt_world_out()->fd, w->head.outputs);
  put_memory(w);
  flush(w);
  w->packet.what = OMEN_PACKET_END;
  send_packet(w, NULL, 0);
  leave(0);
}
