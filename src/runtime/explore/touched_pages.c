/* Touched memory: see touched_pages.h.
 *
 * Programs reserve far more than they touch, a terabyte now and then. Since Linux 6.7 the kernel walks its
 * own tables for us (PAGEMAP_SCAN), and what was never touched costs nothing. An older one tells of every
 * page, which takes too long then. */
#include "runtime/explore/touched_pages.h"
#include "runtime/rt.h"
#include "runtime/shadow/shadow.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

enum { PAGE = 4096, MAPPINGS = 4096, ENTRIES = 512, FOUND = 256 };
#define PAGE_BY_PAGE (16ull << 30) /* so much may be looked at page by page */

static struct omrt_span *mappings;
static uint32_t nmappings;
static bool no_scan; /* this kernel cannot */

/* ---- mappings ---- */

static uint64_t hex(const char **p) {
  uint64_t v = 0;
  for (;; (*p)++) {
    if (**p >= '0' && **p <= '9')
      v = v * 16 + (uint64_t)(**p - '0');
    else if (**p >= 'a' && **p <= 'f')
      v = v * 16 + (uint64_t)(**p - 'a' + 10);
    else
      return v;
  }
}

/* The runtime's tables and the shadow memory are at addresses that the program's own never have. */
static bool is_ours(uint64_t lo) {
  return (lo >= OMRT_RT_BASE && lo < 2 * OMRT_RT_BASE) ||
         (!omrt_shadow_clip(lo, 1) && omrt_shadow_clip(OMEN_SHADOW_BACK(lo), 1));
}

/* "lo-hi rwxp ...". What stands against using them, or NULL. */
static const char *add_mapping(const char *line) {
  struct omrt_span m;
  m.lo = hex(&line);
  line++;
  m.hi = hex(&line);
  if (line[0] != ' ' || line[1] != 'r' || line[2] != 'w' || is_ours(m.lo)) return NULL;
  if (line[4] == 's') return "memory is shared with other processes";
  if (nmappings == MAPPINGS) return "there are too many mappings";
  mappings[nmappings++] = m;
  return NULL;
}

static char *end_of_line(char *p) {
#pragma clang loop vectorize(disable)
  while (*p && *p != '\n') p++;
  return *p ? p : NULL;
}

static void move_down(char *to, const char *from, uint64_t n) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n)::"memory");
}

const char *omrt_touched_read(void) {
  static char buf[8192];
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  const char *trouble = fd < 0 ? "the program's mappings cannot be read" : NULL;
  size_t have = 0;
  if (!mappings) mappings = omrt_reserve(MAPPINGS * sizeof *mappings);
  nmappings = 0;
  for (long n; !trouble && (n = OMRT_SYS3(SYS_read, fd, buf + have, sizeof buf - 1 - have)) > 0;) {
    have += (size_t)n;
    buf[have] = 0;
    char *line = buf, *nl;
    for (; !trouble && (nl = end_of_line(line)); line = nl + 1) trouble = add_mapping(line);
    have = (size_t)(buf + have - line);
    move_down(buf, line, have);
    if (have == sizeof buf - 1) have = 0;
  }
  if (fd >= 0) OMRT_SYS1(SYS_close, fd);
  return trouble;
}

/* ---- touched pages ---- */

struct walk {
  const struct omrt_span *holes;
  uint32_t nholes;
  omrt_touched_fn *visit;
  long pagemap;
};

/* [lo, hi) without the holes. */
static bool between_holes(const struct walk *w, uint64_t lo, uint64_t hi) {
  for (uint32_t i = 0; i < w->nholes && lo < hi; i++) {
    if (w->holes[i].hi <= lo) continue;
    if (w->holes[i].lo >= hi) break;
    if (w->holes[i].lo > lo && !w->visit(lo, w->holes[i].lo)) return false;
    lo = w->holes[i].hi;
  }
  return lo >= hi || w->visit(lo, hi);
}

/* Of linux/fs.h, which may be older than the kernel. */
struct region {
  uint64_t lo, hi, categories;
};
struct scan {
  uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  uint64_t inverted, all_of, any_of, returned;
};
#define SCAN _IOWR('f', 16, struct scan)
enum { IN_MEMORY = 1 << 3, SWAPPED_OUT = 1 << 4 };

/* False: the visitor said so, or (no_scan) this kernel cannot. */
static bool scan(const struct walk *w, struct omrt_span m) {
  static struct region found[FOUND];
  static struct scan s = {.size = sizeof s,
                          .vec_len = FOUND,
                          .any_of = IN_MEMORY | SWAPPED_OUT,
                          .returned = IN_MEMORY | SWAPPED_OUT};
  s.vec = (uint64_t)found;
  uint64_t lo = 0, hi = 0; /* a run that may go on */
  for (uint64_t at = m.lo; at < m.hi;) {
    s.start = at;
    s.end = m.hi;
    long n = OMRT_SYS3(SYS_ioctl, w->pagemap, SCAN, &s);
    if (n == -EINTR) continue;
    no_scan = n < 0 || n > FOUND || s.walk_end <= at;
    if (no_scan) return false;
    for (long i = 0; i < n; i++) {
      if (found[i].lo != hi) {
        if (lo < hi && !between_holes(w, lo, hi)) return false;
        lo = found[i].lo;
      }
      hi = found[i].hi;
    }
    at = s.walk_end;
  }
  return lo >= hi || between_holes(w, lo, hi);
}

static bool page_by_page(const struct walk *w, struct omrt_span m) {
  static uint64_t entry[ENTRIES];
  uint64_t from = 0; /* start of the run, 0: none */
  if (w->pagemap < 0 || m.hi - m.lo > PAGE_BY_PAGE) return between_holes(w, m.lo, m.hi);
  for (uint64_t at = m.lo; at < m.hi;) {
    uint64_t n = (m.hi - at) / PAGE < ENTRIES ? (m.hi - at) / PAGE : ENTRIES;
    bool known = OMRT_SYS4(SYS_pread64, w->pagemap, entry, n * 8, at / PAGE * 8) == (long)(n * 8);
    for (uint64_t i = 0; i < n; i++, at += PAGE) {
      bool touched = !known || entry[i] >> 62;
      if (touched && !from) from = at;
      if (!touched && from) {
        if (!between_holes(w, from, at)) return false;
        from = 0;
      }
    }
  }
  return !from || between_holes(w, from, m.hi);
}

/* What cannot be told counts as touched: it is then too much for an image. */
static bool each(const struct walk *w, struct omrt_span m) {
  if (!no_scan && w->pagemap >= 0) {
    bool good = scan(w, m);
    if (good || !no_scan) return good;
  }
  return page_by_page(w, m);
}

bool omrt_touched_each(const struct omrt_span *holes, uint32_t nholes, omrt_touched_fn *visit) {
  long pagemap = OMRT_SYS4(SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC, 0);
  struct walk w = {holes, nholes, visit, pagemap};
  bool good = true;
  for (uint32_t i = 0; good && i < nmappings; i++) good = each(&w, mappings[i]);
  if (pagemap >= 0) OMRT_SYS1(SYS_close, pagemap);
  return good;
}
