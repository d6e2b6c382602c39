/* Files that the program has mapped: see mapped.h. */
#include "runtime/syscall/mapped.h"
#include "runtime/explore/world.h"
#include "runtime/rt.h"
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

struct mapped {
  uint64_t lo, hi, offset;
  uint64_t size; /* of the file, when it was looked at last */
  uint64_t dev, ino;
  struct omen_node *node;
  int prot;
  bool shared;
};
static struct mapped *all;
static int count, room;

static struct mapped *more(void) {
  if (count == room) {
    int now = room ? 2 * room : 16;
    struct mapped *grown = omen_alloc((size_t)now * sizeof *grown);
    if (room) memcpy(grown, all, (size_t)room * sizeof *grown);
    if (room) omen_free(all, (size_t)room * sizeof *grown);
    all = grown;
    room = now;
  }
  return &all[count++];
}

static uint64_t pages(uint64_t len) { return (len + 4095) & ~4095ull; }

void omen_mapped_add(const uint64_t a[6], uint64_t at, struct omen_node *node) {
  struct stat st = {0};
  if (!node && !omen_replaying && OMEN_SYS2(SYS_fstat, a[4], &st)) return;
  if (!node && !omen_replaying && !S_ISREG(st.st_mode)) return;
  *more() = (struct mapped){.lo = at,
                            .hi = at + pages(a[1]),
                            .offset = a[5],
                            .size = (uint64_t)st.st_size,
                            .dev = st.st_dev,
                            .ino = st.st_ino,
                            .node = node,
                            .prot = (int)a[2],
                            .shared = a[3] & MAP_SHARED};
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

void omen_mapped_cut(uint64_t lo, uint64_t len) {
  if (!count) return;
  split_at(lo, lo + pages(len));
  for (int i = count; i--;) {
    if (!within(&all[i], lo, lo + pages(len))) continue;
    if (all[i].node) omen_mapped_fetch(all[i].node, all[i].offset, all[i].hi - all[i].lo);
    all[i] = all[--count];
  }
}

void omen_mapped_protect(uint64_t lo, uint64_t len, int prot) {
  if (!count) return;
  split_at(lo, lo + pages(len));
  for (int i = 0; i < count; i++) {
    struct mapped *m = &all[i];
    if (!within(m, lo, lo + pages(len))) continue;
    if (m->node && !(prot & PROT_WRITE)) omen_mapped_fetch(m->node, m->offset, m->hi - m->lo);
    m->prot = prot;
  }
}

void omen_mapped_move(uint64_t lo, uint64_t len, uint64_t to, uint64_t new_len) {
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
  uint64_t from, to;
  struct stat st;
};

static bool behind_position(int fd, int64_t len, struct change *c) {
  int64_t at = OMEN_SYS3(SYS_lseek, fd, 0, SEEK_CUR);
  if (at < len || OMEN_SYS2(SYS_fstat, fd, &c->st)) return false;
  c->from = (uint64_t)(at - len);
  c->to = (uint64_t)at;
  return true;
}

/* With O_APPEND Linux appends, whatever the place. */
static bool at_place(int fd, uint64_t at, int64_t len, struct change *c) {
  if ((int64_t)at == -1) return behind_position(fd, len, c);
  if (OMEN_SYS2(SYS_fstat, fd, &c->st)) return false;
  long flags = OMEN_SYS2(SYS_fcntl, fd, F_GETFL);
  if (flags >= 0 && flags & O_APPEND) at = (uint64_t)(c->st.st_size - len);
  c->from = at;
  c->to = at + (uint64_t)len;
  return true;
}

static bool what_changed(int nr, const uint64_t a[6], int64_t ret, struct change *c) {
  *c = (struct change){.to = UINT64_MAX};
  switch (nr) {
  case SYS_write:
  case SYS_writev:
  case SYS_sendfile: return ret > 0 && behind_position((int)a[0], ret, c);
  case SYS_pwrite64:
  case SYS_pwritev:
  case SYS_pwritev2: return ret > 0 && at_place((int)a[0], a[3], ret, c);
  case SYS_copy_file_range: return ret > 0 && !OMEN_SYS2(SYS_fstat, a[2], &c->st);
  case SYS_fallocate: c->from = a[2]; return !OMEN_SYS2(SYS_fstat, a[0], &c->st);
  case SYS_ftruncate: c->from = a[1]; return !OMEN_SYS2(SYS_fstat, a[0], &c->st);
  case SYS_truncate: c->from = a[1]; return !OMEN_SYS2(SYS_stat, a[0], &c->st);
  }
  return false;
}

int omen_mapped_pieces(int nr, const uint64_t a[6], int64_t ret, struct omen_piece *out, int most) {
  struct change c;
  if (!count || ret < 0 || !what_changed(nr, a, ret, &c)) return 0;
  int n = 0;
  for (int i = 0; i < count && n < most; i++) {
    struct mapped *m = &all[i];
    if (m->ino != c.st.st_ino || m->dev != c.st.st_dev) continue;
    uint64_t size = (uint64_t)c.st.st_size, from = c.from < m->size ? c.from : m->size, to = c.to;
    m->size = size;
    if (from < m->offset) from = m->offset;
    if (to > m->offset + (m->hi - m->lo)) to = m->offset + (m->hi - m->lo);
    if (to > size) to = size; /* behind the end of the file nothing can be read */
    if (from < to && m->prot & PROT_READ)
      out[n++] = (struct omen_piece){(void *)(m->lo + (from - m->offset)), to - from};
  }
  return n;
}

/* ---- replay and exploration ---- */

static void allow(const struct mapped *m, uint64_t at, uint64_t len, bool write) {
  if (m->prot & PROT_WRITE) return;
  uint64_t lo = at & ~4095ull;
  OMEN_SYS3(SYS_mprotect, lo, pages(at + len - lo), m->prot | (write ? PROT_READ | PROT_WRITE : 0));
}

void omen_mapped_put(void *to, const void *from, uint64_t len) {
  struct mapped *m = NULL;
  for (int i = 0; i < count && !m; i++)
    if (all[i].lo <= (uint64_t)to && (uint64_t)to < all[i].hi && (uint64_t)to + len <= all[i].hi) m = &all[i];
  if (m) allow(m, (uint64_t)to, len, true);
  memcpy(to, from, len);
  if (m) allow(m, (uint64_t)to, len, false);
}

static bool busy; /* the file and its mapping are being made the same */

static void each(struct omen_node *n, uint64_t at, uint64_t len, bool show) {
  uint64_t size = (uint64_t)n->st.st_size;
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
      omen_node_read(n, from, (void *)place, to - from);
      allow(m, place, to - from, false);
    } else {
      omen_node_learn(n, from, (void *)place, to - from);
    }
  }
}

static void same(struct omen_node *n, uint64_t at, uint64_t len, bool show) {
  if (!count || busy) return;
  busy = true;
  each(n, at, len, show);
  busy = false;
}

void omen_mapped_show(struct omen_node *n, uint64_t at, uint64_t len) { same(n, at, len, true); }
void omen_mapped_fetch(struct omen_node *n, uint64_t at, uint64_t len) { same(n, at, len, false); }
