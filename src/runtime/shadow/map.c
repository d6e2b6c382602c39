/* The shadow memory itself: its reservation, which parts of it the collector must look at, and forgetting. */
#include "runtime/shadow/poison.h"
#include "runtime/shadow/annotate.h"
#include "runtime/shadow/guard.h"
#include "runtime/shadow/shadow.h"
#include "runtime/upward.h"
#include "runtime/weak/weak.h"
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Where a program's memory can be, as the kernel and glibc place it: low addresses (non-PIE, MAP_32BIT), PIE
 * and its heap, libraries and stacks. Each has its shadow where nothing else is; OMRT_RT_BASE
 * stays free. */
static const struct {
  uint64_t lo, hi;
} app[] = {{0, 0x010000000000},
           {0x510000000000 + OMEN_SHADOW_SHIFT, 0x600000000000},
           {0x700000000000, 0x800000000000}};
#define REGIONS (sizeof app / sizeof *app)
#define MAP_WHOLE (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)
#define LARGE (64u << 10) /* reset: from here on by pages that exist */
#define HUGE (16 << 20)   /* and from here on they are given back */
#define LARGE_PAGE (2ull << 20)
#define ADVISE_FROM (4ull << 20) /* blocks whose shadow is made of large pages */
#define ADVISE_MOST (1ull << 30) /* of it all */
#define CHUNKS (1ull << 27)      /* 8 TiB of shadow with indirect ids: more than there is */

uint64_t *omrt_chunk_bits;
static uint32_t *chunk_list;
static uint64_t chunks;

static void reserve(uint64_t lo, uint64_t hi, int how) {
  uint64_t at = OMEN_SHADOW(lo);
  long got = OMRT_SYS6(SYS_mmap, at, hi - lo, PROT_READ | PROT_WRITE, MAP_WHOLE | how, -1, 0);
  if (got == (long)at) return;
  omrt_fatal(
      "cannot reserve shadow memory at 0x%lx (error %ld): is there a limit on address space (ulimit -v), "
      "or is memory overcommit forbidden (vm.overcommit_memory=2)?",
      (unsigned long)at, got < 0 ? -got : 0L);
}

void omrt_shadow_init(void) {
  for (size_t i = 0; i < REGIONS; i++) reserve(app[i].lo, app[i].hi, MAP_FIXED_NOREPLACE);
  omrt_chunk_bits = omrt_reserve((1ull << 31) / 8);
  chunk_list = omrt_reserve(CHUNKS * 4);
}

/* Mapping over it is the fastest way to zero all of it. */
void omrt_shadow_drop_all(void) {
  for (size_t i = 0; i < REGIONS; i++) reserve(app[i].lo, app[i].hi, MAP_FIXED);
  for (uint64_t i = 0; i < chunks; i++) omrt_chunk_bits[chunk_list[i] >> 6] = 0;
  chunks = 0;
  omrt_guard_lay(0, UINT64_MAX);
  omrt_reset_count++;
  omrt_range_forget(0, UINT64_MAX);
  omrt_up.spoil_again();
}

/* How far [addr, addr+len) is mapped, asked in steps: a program about to crash on a wild length must not make
 * us fill terabytes of shadow first. */
static uint64_t believe(uint64_t addr, uint64_t len) {
  unsigned char in;
  for (uint64_t at = OMRT_SANE; at < len; at += OMRT_SANE)
    if (OMRT_SYS3(SYS_mincore, (addr + at) & ~4095ull, 4096, &in) < 0) return at;
  return len;
}

uint64_t omrt_shadow_clip_slowly(uint64_t addr, uint64_t len) {
  for (size_t i = 0; i < REGIONS; i++)
    if (addr >= app[i].lo && addr < app[i].hi) {
      if (len > app[i].hi - addr) len = app[i].hi - addr;
      return len > OMRT_SANE ? believe(addr, len) : len;
    }
  return 0;
}

void omrt_chunk_add(uint64_t chunk) {
  OMRT_ASSERT(chunks < CHUNKS);
  omrt_chunk_bits[chunk >> 6] |= 1ull << (chunk & 63);
  chunk_list[chunks++] = (uint32_t)chunk;
}

uint64_t omrt_chunk_count(void) { return chunks; }

void omrt_chunk_visit(bool (*visit)(uint32_t *cells, uint32_t n)) {
  uint64_t kept = 0;
  for (uint64_t i = 0; i < chunks; i++) {
    uint64_t chunk = chunk_list[i];
    if (visit((uint32_t *)(chunk << 16), (64u << 10) / 4))
      chunk_list[kept++] = (uint32_t)chunk;
    else
      omrt_chunk_bits[chunk >> 6] &= ~(1ull << (chunk & 63));
  }
  chunks = kept;
}

/* Bytes lo..hi-1 of one cell. */
static void forget_part(uint64_t addr, unsigned lo, unsigned hi) {
  uint32_t *cell = omrt_cell(addr), id = *cell;
  if (id == 0) return;
  *cell = id = omrt_history_forget(id, (15u >> (4 - (hi - lo))) << lo);
  if (omrt_id_indirect(id)) omrt_chunk_note(cell);
}

/* Whole pages of shadow. A fault costs more than zeroing ten pages, so pages that exist are zeroed, and those
 * that do not are not made; only what is very large is given back. */
static void forget_pages(char *page, char *last) {
  enum { PAGES = 512 };
  if (last - page >= HUGE && OMRT_SYS3(SYS_madvise, page, last - page, MADV_DONTNEED) == 0) return;
  while (page < last) {
    unsigned char in[PAGES];
    long n = (last - page) / 4096 < PAGES ? (last - page) / 4096 : PAGES;
    bool asked = OMRT_SYS3(SYS_mincore, page, n * 4096, in) == 0;
    for (long i = 0; i < n; i++, page += 4096)
      if (!asked || in[i] & 1) memset(page, 0, 4096);
  }
}

static void forget_cells(uint64_t addr, uint64_t len) {
  char *lo = (char *)omrt_cell(addr), *hi = lo + len;
  if (len >= LARGE) {
    char *page = (char *)(((uint64_t)lo + 4095) & ~4095ull), *last = (char *)((uint64_t)hi & ~4095ull);
    forget_pages(page, last);
    memset(lo, 0, (size_t)(page - lo));
    lo = last;
  }
  memset(lo, 0, (size_t)(hi - lo));
}

static void forget(uint64_t addr, uint64_t len) {
  uint64_t end = addr + len;
  if (addr & 3) {
    uint64_t stop = (addr | 3) + 1 < end ? (addr | 3) + 1 : end;
    forget_part(addr, addr & 3, (unsigned)(stop - (addr & ~3ull)));
    addr = stop;
  }
  uint64_t whole = end & ~3ull;
  if (whole > addr) forget_cells(addr, whole - addr);
  if (end > whole && end > addr) forget_part(whole, 0, end & 3);
}

/* The shadow of a large block is made of large pages where it has whole ones: it is touched as the block is,
 * a page fault costs more than a page's zeroing, and its translations are as many again as the program's own.
 * Not of small ones, nor of more than can be afforded if a program asks for much and touches little; and not
 * where plans are tried, in forks, which copy what they write to. */
static void use_large_pages(uint64_t addr, uint64_t len) {
  static uint64_t advised, last_lo, last_hi;
  uint64_t lo = (addr + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1), hi = (addr + len) & ~(LARGE_PAGE - 1);
  if (hi <= lo || (lo >= last_lo && hi <= last_hi) || omrt_config->plan_size) return;
  if (hi - lo > ADVISE_MOST - advised) return;
  if (OMRT_SYS3(SYS_madvise, OMEN_SHADOW(lo), hi - lo, MADV_HUGEPAGE) < 0) return;
  advised += hi - lo;
  last_lo = lo;
  last_hi = hi;
}

void omrt_shadow_reset(const void *p, uint64_t len) {
  if (OMRT_UNLIKELY(omrt_weak_on) && omrt_on) omrt_weak_forget((uint64_t)p, len);
  if (omrt_shadow_mode == OMRT_SHADOW_OFF || !omrt_on) return;
  uint64_t addr = (uint64_t)p;
  if (omrt_shadow_mode == OMRT_SHADOW_WATCH) { /* watched cells stay watched; there are no others */
    omrt_watch_fresh(addr, len);
    return;
  }
  for (size_t i = 0; i < REGIONS; i++)
    if (addr >= app[i].lo && addr < app[i].hi && len > app[i].hi - addr) len = app[i].hi - addr;
  if (!len || !omrt_shadow_clip(addr, 1)) return;
  omrt_reset_count++;
  omrt_guard_lift(addr, len);
  forget(addr, len);
  omrt_guard_lay(addr, len);
  if (len >= ADVISE_FROM) use_large_pages(addr, len);
  omrt_range_forget(addr, len);
  omrt_atomic_forget(addr, len);
  omrt_annotate_forget(addr, len);
}
