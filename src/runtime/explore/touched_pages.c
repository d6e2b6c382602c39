/* Touched memory: see touched_pages.h. A kernel that cannot tell which pages exist (present.h) tells of every
 * page, which takes too long where much is reserved. */
#include "runtime/explore/touched_pages.h"
#include "runtime/present.h"
#include "runtime/rt.h"
#include "runtime/shadow/shadow.h"
#include <fcntl.h>
#include <sys/syscall.h>

enum { PAGE = 4096, MAPPINGS = 4096, ENTRIES = 512 };
#define PAGE_BY_PAGE (16ull << 30) /* so much may be looked at page by page */

static struct omrt_span *mappings;
static uint32_t nmappings;

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

static bool visit_present(void *context, uint64_t lo, uint64_t hi) { return between_holes(context, lo, hi); }

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
  enum omrt_present said = omrt_present_each(w->pagemap, m.lo, m.hi, visit_present, (void *)w);
  return said == OMRT_PRESENT_UNKNOWN ? page_by_page(w, m) : said == OMRT_PRESENT_ALL;
}

bool omrt_touched_each(const struct omrt_span *holes, uint32_t nholes, omrt_touched_fn *visit) {
  long pagemap = omrt_present_open();
  struct walk w = {holes, nholes, visit, pagemap};
  bool good = true;
  for (uint32_t i = 0; good && i < nmappings; i++) good = each(&w, mappings[i]);
  if (pagemap >= 0) OMRT_SYS1(SYS_close, pagemap);
  return good;
}
