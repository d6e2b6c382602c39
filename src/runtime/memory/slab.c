/* Slabs: see slab.h. */
#include "runtime/memory/slab.h"
#include "runtime/memory/quarantine.h"
#include "runtime/shadow/poison.h"
#include "runtime/rt.h"
#include "runtime/shadow/shadow.h"
#include <sys/mman.h>
#include <sys/syscall.h>

#define SLAB_PLACES (1u << OMRT_PLACE_BITS)
#define SLABS (OMRT_SLAB_SPACE >> OMRT_SLAB_BITS)
#define STEP (2ull << 20) /* the space is made usable in steps: large pages */
#define LARGE_FROM (2ull << 20)
#define UNIT 16u
#define COARSE 256u /* strides above this are multiples of four units, so that there are not too many */
#define STRIDES 80u /* in units: more than any */
#define GROUPS (OMRT_SLAB_MOST / UNIT + 1)
#define MANY 4096u /* so many blocks of about one size at a time, and most of them get a small gap */
#define FEW 8u     /* one of so many does not */
#define SMALL_GAP 8u
#define AHEAD 6u /* blocks from now: what they will need is in no cache any more, and asked for */

struct omrt_slab *omrt_slab;
struct omrt_block *omrt_slab_record;
static uint64_t slabs, usable; /* in use; bytes of the space that are mapped */
static bool refused;
static struct places {
  struct omrt_quarantine kept; /* places that were given back */
  uint32_t next, end;          /* the newest slab's places that no block was in yet */
} places[STRIDES];
static uint32_t alive[GROUPS];

static bool make_space(void) {
  uint64_t got =
      (uint64_t)OMRT_SYS6(SYS_mmap, OMRT_SLAB_BASE, OMRT_SLAB_SPACE, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  refused = got != OMRT_SLAB_BASE;
  if (refused) return false;
  omrt_slab = omrt_reserve(SLABS * sizeof *omrt_slab);
  omrt_slab_record = omrt_reserve(SLABS * SLAB_PLACES * sizeof *omrt_slab_record);
  uint64_t *entry = omrt_reserve((uint64_t)STRIDES * OMRT_QUARANTINE_MOST * sizeof *entry);
  for (uint32_t i = 0; i < STRIDES; i++) places[i].kept.entry = entry + (uint64_t)i * OMRT_QUARANTINE_MOST;
  slabs = 1; /* so that no place has the number 0, and something bad lies in front of the first */
  return true;
}

/* A large structure of small blocks, its shadow and its records have more pages than the processor has
 * translations for. Not where plans are tried, in forks, which copy what they write to. */
static void use_large_pages(uint64_t addr) {
  if (omrt_config->plan_size) return;
  uint64_t slab = (addr - OMRT_SLAB_BASE) >> OMRT_SLAB_BITS, n = STEP >> OMRT_SLAB_BITS;
  uint64_t record = (uint64_t)&omrt_slab_record[slab << OMRT_PLACE_BITS] & ~(STEP - 1);
  OMRT_SYS3(SYS_madvise, record, (n << OMRT_PLACE_BITS) * sizeof *omrt_slab_record, MADV_HUGEPAGE);
  OMRT_SYS3(SYS_madvise, addr, STEP, MADV_HUGEPAGE);
  if (omrt_shadow_mode == OMRT_SHADOW_DETECT) OMRT_SYS3(SYS_madvise, OMEN_SHADOW(addr), STEP, MADV_HUGEPAGE);
}

static bool more_space(void) {
  if ((slabs + 1) << OMRT_SLAB_BITS <= usable) return true;
  if (usable == OMRT_SLAB_SPACE) return false;
  if (OMRT_SYS3(SYS_mprotect, OMRT_SLAB_BASE + usable, STEP, PROT_READ | PROT_WRITE) < 0) return false;
  if (usable >= LARGE_FROM) use_large_pages(OMRT_SLAB_BASE + usable);
  usable += STEP;
  return true;
}

static bool more_places(struct places *l, uint32_t stride) {
  if (refused || (!omrt_slab && !make_space()) || !more_space()) return false;
  uint64_t at = OMRT_SLAB_BASE + (slabs << OMRT_SLAB_BITS);
  if (slabs == 1) omrt_poison(at - OMRT_SLAB_SIZE, OMRT_SLAB_SIZE);
  omrt_poison(at, OMRT_SLAB_SIZE);
  omrt_slab[slabs] = (struct omrt_slab){stride, (uint32_t)(((1ull << 32) + stride - 1) / stride)};
  l->next = (uint32_t)(slabs++ << OMRT_PLACE_BITS);
  l->end = l->next + OMRT_SLAB_SIZE / stride;
  return true;
}

static uint64_t address(uint32_t number) {
  uint64_t slab = number >> OMRT_PLACE_BITS;
  return OMRT_SLAB_BASE + (slab << OMRT_SLAB_BITS) +
         (uint64_t)(number & (SLAB_PLACES - 1)) * omrt_slab[slab].stride;
}

/* The gap grows with the block. In a large structure of small blocks it is what limits speed, since the
 * caches hold the gaps, too: most blocks of such a one have as little as malloc itself would put there. */
static uint32_t stride_of(uint64_t n, uint32_t group) {
  uint32_t gap = n <= 32 ? 16 : n <= 96 ? 32 : n <= 448 ? 64 : 128, unit = UNIT;
  if (alive[group] > MANY && alive[group] % FEW) gap = SMALL_GAP;
  uint32_t stride = ((uint32_t)n + gap + UNIT - 1) & ~(UNIT - 1);
  if (stride > COARSE) unit = 4 * UNIT;
  stride = (stride + unit - 1) & ~(unit - 1);
  return stride < 2 * UNIT ? 2 * UNIT : stride;
}

static uint32_t group_of(uint64_t n) { return (uint32_t)((n + UNIT - 1) / UNIT); }

static struct places *places_of(uint32_t number) {
  return &places[omrt_slab[number >> OMRT_PLACE_BITS].stride / UNIT];
}

/* What the block that is made here will be written to: its record, its memory, its shadow. */
static void prefetch(uint32_t number) {
  uint64_t at = address(number);
  const char *record = (const char *)&omrt_slab_record[number];
  __builtin_prefetch(record, 1);
  __builtin_prefetch(record + sizeof(struct omrt_block) - 1, 1);
  __builtin_prefetch((void *)at, 1);
  __builtin_prefetch((void *)OMEN_SHADOW(at), 1);
}

struct omrt_block *omrt_slab_take(uint64_t n) {
  uint32_t group = group_of(n), stride = stride_of(n, group);
  struct places *l = &places[stride / UNIT];
  uint32_t number = omrt_quarantine_take(&l->kept, omrt_block_window()), soon;
  if (number) {
    if ((soon = omrt_quarantine_ahead(&l->kept, AHEAD))) prefetch(soon);
  } else {
    if (l->next == l->end && !more_places(l, stride)) return NULL;
    number = l->next++;
  }
  alive[group]++;
  struct omrt_block *b = &omrt_slab_record[number];
  *b = (struct omrt_block){.base = address(number), .size = n, .tail = stride - (uint32_t)n};
  omrt_blocks_held += omrt_block_weight(b);
  return b;
}

void omrt_slab_keep(const struct omrt_block *b) {
  uint32_t number = (uint32_t)(b - omrt_slab_record);
  alive[group_of(b->size)]--;
  omrt_quarantine_add(&places_of(number)->kept, number, omrt_block_weight(b));
}

struct omrt_block *omrt_slab_before(uint64_t addr, uint64_t from) {
  for (uint64_t at = addr; at >= from && omrt_slab_has(at);) {
    struct omrt_block *b = omrt_slab_place(at);
    uint64_t slab = at & ~(uint64_t)(OMRT_SLAB_SIZE - 1);
    struct omrt_block *first =
        b ? &omrt_slab_record[(slab - OMRT_SLAB_BASE) >> OMRT_SLAB_BITS << OMRT_PLACE_BITS] : NULL;
    for (; b && b >= first; b--)
      if (b->base) return b;
    at = slab - 1;
  }
  return NULL;
}

struct omrt_block *omrt_slab_behind(uint64_t addr, uint64_t to) {
  for (uint64_t at = addr + UNIT; at < to + UNIT && omrt_slab_has(at); at += UNIT) {
    struct omrt_block *b = omrt_slab_place(at);
    if (b && b->base > addr && b->base < to) return b;
  }
  return NULL;
}

void omrt_slab_each(void (*visit)(struct omrt_block *b)) {
  for (uint64_t slab = 1; slab < slabs; slab++)
    for (uint32_t i = 0; i < OMRT_SLAB_SIZE / omrt_slab[slab].stride; i++)
      if (omrt_slab_record[slab << OMRT_PLACE_BITS | i].base)
        visit(&omrt_slab_record[slab << OMRT_PLACE_BITS | i]);
}

void omrt_slab_spoil(void) {
  if (slabs) omrt_poison(OMRT_SLAB_BASE, slabs << OMRT_SLAB_BITS);
}
