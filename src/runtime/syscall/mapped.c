/* Files that the program has mapped: see mapped.h. */
#include "runtime/syscall/mapped.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/symbolic/outward.h"
#include "runtime/syscall/card.h"
#include "runtime/syscall/descriptor_facts.h"
#include "runtime/outcome_write.h"
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>

struct mapped {
  uint64_t lo, hi, offset;
  uint64_t size; /* of the file, when it was looked at last */
  uint64_t dev, ino;
  struct omrt_node *node;
  int prot;
  bool shared;
};
static struct mapped *all;
static int count, room;

static struct mapped *more(void) {
  if (count == room) {
    int now = room ? 2 * room : 16;
    struct mapped *grown = omrt_alloc((size_t)now * sizeof *grown);
    if (room) memcpy(grown, all, (size_t)room * sizeof *grown);
    if (room) omrt_free(all, (size_t)room * sizeof *grown);
    all = grown;
    room = now;
  }
  return &all[count++];
}

static uint64_t pages(uint64_t len) { return (len + 4095) & ~4095ull; }

static bool overlaps(const struct mapped *m, const struct mapped *o) {
  return o->offset < m->offset + (m->hi - m->lo) && m->offset < o->offset + (o->hi - o->lo);
}

/* Of a file in memory, which is no other: whatever is stored through one is an expression there alone. */
static void look_for_copy(const struct mapped *m) {
  for (const struct mapped *o = all; m->node && o < m; o++)
    if (o->node == m->node && (o->shared || m->shared) && overlaps(m, o))
      omrt_outward_unseen("a file that is mapped twice");
}

/* What is stored through one of them is not seen in the other, in a replay: each has its own memory, so that
 * forks are apart. */
static void look_for_twin(const struct mapped *m) {
  static bool said;
  for (const struct mapped *o = all; o < m && !said; o++) {
    bool same = o->dev == m->dev && o->ino == m->ino && o->shared && m->shared && m->ino;
    if (!same || !overlaps(m, o) || !((o->prot | m->prot) & PROT_WRITE)) continue;
    said = true;
    omrt_note("a file is mapped twice, at 0x%lx and 0x%lx: what is stored at one place is not seen at "
              "the other in replays",
              (unsigned long)o->lo, (unsigned long)m->lo);
  }
}

static struct omrt_node *stores_into[OMRT_STORED_MOST];
static int nstores;

static void note_stored(const struct mapped *m) {
  if (!m->node || !m->shared || !(m->prot & PROT_WRITE)) return;
  for (int i = 0; i < nstores; i++)
    if (stores_into[i] == m->node) return;
  if (nstores < OMRT_STORED_MOST) stores_into[nstores++] = m->node;
}
struct omrt_node *omrt_mapped_stored(int i) { return i < nstores ? stores_into[i] : NULL; }

void omrt_mapped_add(const uint64_t a[6], uint64_t at, struct omrt_node *node) {
  struct stat st = {0};
  if (!node && !omrt_mode.by_log) OMRT_SYS2(SYS_fstat, a[4], &st);
  if (!S_ISREG(st.st_mode)) st = (struct stat){0}; /* a device: nothing is written to it that is seen here */
  *more() = (struct mapped){.lo = at,
                            .hi = at + pages(a[1]),
                            .offset = a[5],
                            .size = (uint64_t)st.st_size,
                            .dev = st.st_dev,
                            .ino = st.st_ino,
                            .node = node,
                            .prot = (int)a[2],
                            .shared = a[3] & MAP_SHARED};
  look_for_twin(&all[count - 1]);
  look_for_copy(&all[count - 1]);
  note_stored(&all[count - 1]);
}

/* The part of the mapping from `lo` on becomes one of its own. */
static void split(int i, uint64_t lo) {
  if (all[i].lo >= lo || lo >= all[i].hi) return;
  struct mapped *above = more();
  *above = all[i];
  above->lo = lo;
  above->offset += lo - all[i].lo;
  all[i].hi = lo;
}

/* Afterwards every mapping is within [lo, hi) or outside. */
static void split_at(uint64_t lo, uint64_t hi) {
  for (int i = 0, n = count; i < n; i++) split(i, lo);
  for (int i = 0, n = count; i < n; i++) split(i, hi);
}
static bool within(const struct mapped *m, uint64_t lo, uint64_t hi) { return m->lo >= lo && m->hi <= hi; }

void omrt_mapped_cut(uint64_t lo, uint64_t len) {
  if (!count) return;
  split_at(lo, lo + pages(len));
  for (int i = count; i--;) {
    if (!within(&all[i], lo, lo + pages(len))) continue;
    if (all[i].node) omrt_mapped_fetch(all[i].node, all[i].offset, all[i].hi - all[i].lo);
    all[i] = all[--count];
  }
}

void omrt_mapped_protecting(uint64_t lo, uint64_t len, int prot) {
  for (int i = 0; i < count && !(prot & PROT_WRITE); i++) {
    const struct mapped *m = &all[i];
    if (m->node && m->lo < lo + pages(len) && lo < m->hi)
      omrt_mapped_fetch(m->node, m->offset, m->hi - m->lo);
  }
}

void omrt_mapped_protect(uint64_t lo, uint64_t len, int prot) {
  if (!count) return;
  split_at(lo, lo + pages(len));
  for (int i = 0; i < count; i++)
    if (within(&all[i], lo, lo + pages(len))) all[i].prot = prot, note_stored(&all[i]);
}

void omrt_mapped_move(uint64_t lo, uint64_t len, uint64_t to, uint64_t new_len) {
  if (!count) return;
  split_at(lo, lo + pages(len));
  for (int i = 0, n = count; i < n; i++) {
    if (!within(&all[i], lo, lo + pages(len))) continue;
    bool last = all[i].hi == lo + pages(len);
    all[i].lo += to - lo;
    all[i].hi = last ? to + pages(new_len) : all[i].hi + (to - lo);
  }
}

/* ---- while recording ---- */

struct change { /* bytes [from, to) of a file */
  uint64_t dev, ino;
  uint64_t from, to;
  uint64_t size; /* of the file afterwards; 0: at least `to` */
};

static bool is_mapped(const struct change *c) {
  for (int i = 0; i < count; i++)
    if (all[i].ino == c->ino && all[i].dev == c->dev) return true;
  return false;
}

static bool of_stat(const struct stat *st, struct change *c) {
  c->dev = st->st_dev;
  c->ino = st->st_ino;
  c->size = (uint64_t)st->st_size;
  return S_ISREG(st->st_mode) && is_mapped(c);
}

/* The file, which is one of those mapped. */
static bool of_descriptor(uint64_t fd, struct change *c) {
  const struct omrt_fd *file = omrt_fd_file(fd);
  if (!file || !S_ISREG(file->mode)) return false;
  c->dev = file->dev;
  c->ino = file->ino;
  return is_mapped(c);
}

static bool of_sized(uint64_t fd, struct change *c) {
  struct stat st;
  return of_descriptor(fd, c) && !OMRT_SYS2(SYS_fstat, fd, &st) && of_stat(&st, c);
}

static bool behind_position(uint64_t fd, int64_t len, struct change *c) {
  if (!of_descriptor(fd, c)) return false;
  int64_t at = OMRT_SYS3(SYS_lseek, fd, 0, SEEK_CUR);
  c->from = (uint64_t)(at - len);
  c->to = (uint64_t)at;
  return at >= len;
}

/* With O_APPEND Linux appends, whatever the place. */
static bool at_place(uint64_t fd, uint64_t at, bool append, int64_t len, struct change *c) {
  if ((int64_t)at == -1) return behind_position(fd, len, c);
  if (!of_descriptor(fd, c)) return false;
  if (append || omrt_fd_flags(fd) & O_APPEND) {
    if (!of_sized(fd, c)) return false;
    at = c->size - (uint64_t)len;
  }
  c->from = at;
  c->to = at + (uint64_t)len;
  return true;
}

static bool spliced(const uint64_t a[6], int64_t ret, struct change *c) {
  if (ret <= 0 || !a[3]) return ret > 0 && behind_position(a[2], ret, c);
  c->to = *(const uint64_t *)a[3];
  c->from = c->to - (uint64_t)ret;
  return of_descriptor(a[2], c);
}

static bool what_changed(const struct omrt_card *card, const uint64_t a[6], int64_t ret, struct change *c) {
  struct stat st;
  *c = (struct change){.to = UINT64_MAX};
  switch (card->changes) {
  case OMRT_CHANGES_NONE: return false;
  case OMRT_CHANGES_BEHIND: return ret > 0 && behind_position(a[0], ret, c);
  case OMRT_CHANGES_PLACE: return ret > 0 && at_place(a[0], a[3], false, ret, c);
  case OMRT_CHANGES_PLACE_APPEND: return ret > 0 && at_place(a[0], a[3], a[5] & RWF_APPEND, ret, c);
  case OMRT_CHANGES_SPLICE: return spliced(a, ret, c);
  case OMRT_CHANGES_COPY: return ret > 0 && of_sized(a[2], c);
  case OMRT_CHANGES_ALLOCATE: c->from = a[2]; return of_sized(a[0], c);
  case OMRT_CHANGES_LENGTH: c->from = a[1]; return of_sized(a[0], c);
  case OMRT_CHANGES_LENGTH_OF_PATH: c->from = a[1]; return !OMRT_SYS2(SYS_stat, a[0], &st) && of_stat(&st, c);
  }
  return false;
}

bool omrt_mapped_any(uint64_t lo, uint64_t len) {
  for (int i = 0; i < count; i++)
    if (all[i].lo < lo + len && lo < all[i].hi) return true;
  return false;
}

/* What was written, in the program's memory, where a replay has it, too. A list of parts, or one that is made
 * here; none if it cannot be had from there: it may be changed itself by what is done to mappings. */
static int sources(const struct omrt_card *c, const uint64_t a[6], struct iovec *one,
                   const struct iovec **iov) {
  bool list = c->data & OMRT_DATA_VECTOR;
  if (!(c->data & (OMRT_DATA_BUFFER | OMRT_DATA_VECTOR))) return 0;
  *one = (struct iovec){(void *)a[1], a[2]};
  *iov = list ? (const struct iovec *)a[1] : one;
  int n = list ? (int)a[2] : 1;
  for (int i = 0; i < n; i++)
    if (omrt_mapped_any((uint64_t)(*iov)[i].iov_base, (*iov)[i].iov_len)) return 0;
  return n;
}

enum { COPIES = 4096 };
static struct omrt_copy copies[COPIES];
static int ncopies;

const struct omrt_copy *omrt_mapped_copies(int *n) {
  *n = ncopies;
  ncopies = 0;
  return copies;
}

/* Bytes [from, to) of the file, as far as the mapping shows them; `at`: where in the file the parts begin. */
static void copy_parts(const struct mapped *m, uint64_t from, uint64_t to, uint64_t at,
                       const struct iovec *iov) {
  for (; at < to; at += iov++->iov_len) {
    uint64_t lo = at > from ? at : from, end = at + iov->iov_len, hi = end < to ? end : to;
    if (lo < hi)
      copies[ncopies++] =
          (struct omrt_copy){m->lo + (lo - m->offset), (uint64_t)iov->iov_base + (lo - at), hi - lo};
  }
}

static int read_from(const struct mapped *m, uint64_t from, uint64_t to, struct omrt_piece *out) {
  if (from >= to || !(m->prot & PROT_READ)) return 0;
  *out = (struct omrt_piece){(void *)(m->lo + (from - m->offset)), to - from};
  return 1;
}

int omrt_mapped_pieces(int nr, const uint64_t a[6], int64_t ret, struct omrt_piece *out, int most) {
  struct change c;
  struct iovec one;
  const struct iovec *iov = NULL;
  ncopies = 0;
  const struct omrt_card *card = omrt_card(nr);
  if (!count || ret < 0 || !what_changed(card, a, ret, &c)) return 0;
  int n = 0, parts = sources(card, a, &one, &iov);
  for (int i = 0; i < count && n < most; i++) {
    struct mapped *m = &all[i];
    if (m->ino != c.ino || m->dev != c.dev) continue;
    /* What is new behind the old end is seen, too. */
    uint64_t from = c.from < m->size ? c.from : m->size, to = c.to;
    if (c.size || c.to == UINT64_MAX)
      m->size = c.size;
    else if (m->size < to)
      m->size = to;
    if (from < m->offset) from = m->offset;
    if (to > m->offset + (m->hi - m->lo)) to = m->offset + (m->hi - m->lo);
    if (to > pages(m->size)) to = pages(m->size); /* what follows cannot be read */
    bool copied = parts && m->shared && ncopies + parts <= COPIES;
    n += read_from(m, from, copied && to > c.from ? c.from : to, out + n);
    if (copied) copy_parts(m, from, to, c.from, iov);
  }
  return n;
}

/* ---- replay and exploration ---- */

static void allow(const struct mapped *m, uint64_t at, uint64_t len, bool write) {
  if (m->prot & PROT_WRITE) return;
  uint64_t lo = at & ~4095ull;
  OMRT_SYS3(SYS_mprotect, lo, pages(at + len - lo), m->prot | (write ? PROT_READ | PROT_WRITE : 0));
}

/* The kernel writes where nobody else may, if it is asked through /proc: cheaper than to allow it for a
 * moment. The descriptor leads to the memory of who opened it. */
static int memory_fd = -1;

void omrt_mapped_apart(void) { memory_fd = -1; }

static bool put_by_kernel(const void *to, const void *from, uint64_t len) {
  if (memory_fd == -1) {
    long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, "/proc/self/mem", O_RDWR | O_CLOEXEC, 0), high = -1;
    if (fd >= 0) high = OMRT_SYS3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 180 /* rt.c has its own from there on */);
    if (fd >= 0) OMRT_SYS1(SYS_close, fd);
    memory_fd = high >= 0 ? (int)high : -2;
  }
  return memory_fd >= 0 && OMRT_SYS4(SYS_pwrite64, memory_fd, from, len, to) == (long)len;
}

static struct mapped *holding(uint64_t lo, uint64_t len) {
  for (int i = 0; i < count; i++)
    if (all[i].lo <= lo && lo < all[i].hi && len <= all[i].hi - lo) return &all[i];
  return NULL;
}
bool omrt_mapped_holds(uint64_t lo, uint64_t len) { return holding(lo, len); }

void omrt_mapped_put(void *to, const void *from, uint64_t len) {
  struct mapped *m = holding((uint64_t)to, len);
  if (m && !(m->prot & PROT_WRITE) && put_by_kernel(to, from, len)) return;
  if (m) allow(m, (uint64_t)to, len, true);
  memmove(to, from, len);
  if (m) allow(m, (uint64_t)to, len, false);
}

static bool busy; /* the file and its mapping are being made the same */

static void each(struct omrt_node *n, uint64_t at, uint64_t len, bool show) {
  uint64_t size = omrt_world.size(n);
  for (int i = 0; i < count; i++) {
    const struct mapped *m = &all[i];
    uint64_t from = at > m->offset ? at : m->offset, to = m->offset + (m->hi - m->lo);
    if (to > at + len) to = at + len;
    if (to > size) to = size;
    bool stored = m->prot & PROT_WRITE; /* the program may have written there */
    if (m->node != n || from >= to) continue;
    if (show ? !m->shared && stored : !m->shared || !stored) continue;
    uint64_t place = m->lo + (from - m->offset);
    if (show) {
      allow(m, place, to - from, true);
      omrt_world.show(n, from, (void *)place, to - from);
      allow(m, place, to - from, false);
    } else {
      omrt_world.fetch(n, from, (void *)place, to - from);
    }
  }
}

static void same(struct omrt_node *n, uint64_t at, uint64_t len, bool show) {
  if (!count || busy) return;
  busy = true;
  each(n, at, len, show);
  busy = false;
}

void omrt_mapped_show(struct omrt_node *n, uint64_t at, uint64_t len) { same(n, at, len, true); }
void omrt_mapped_fetch(struct omrt_node *n, uint64_t at, uint64_t len) { same(n, at, len, false); }
