/* Slabs: see slab.h. */
#include "runtime/memory/slab.h"
#include "runtime/memory/kept.h"
#include "runtime/memory/poison.h"
#include "runtime/rt.h"
#include "runtime/shadow/shadow.h"
#include <sys/mman.h>
#include <sys/syscall.h>

#define SLAB_PLACES (1u << OMEN_PLACE_BITS)
#define SLABS (OMEN_SLAB_SPACE >> OMEN_SLAB_BITS)
#define STEP (2ull << 20) /* the space is made usable in steps: large pages */
#define LARGE_FROM (2ull << 20)
#define UNIT 16u
#define COARSE 256u /* strides above this are multiples of four units, so that there are not too many */
#define STRIDES 80u /* in units: more than any */
#define GROUPS (OMEN_SLAB_MOST / UNIT + 1)
#define MANY 4096u /* so many blocks of about one size at a time, and most of them get a small gap */
#define FEW 8u     /* one of so many does not */
#define SMALL_GAP 8u
#define AHEAD 6u /* blocks from now: what they will need is in no cache any more, and asked for */

struct omen_slab *omen_slab;
struct omen_block *omen_slab_record;
static uint64_t slabs, usable; /* in use; bytes of the space that are mapped */
static bool refused;
static struct places {
  struct omen_kept kept; /* places that were given back */
  uint32_t next, end;    /* the newest slab's places that no block was in yet */
} places[STRIDES];
static uint32_t alive[GROUPS];

static bool make_space(void) {
  uint64_t got =
      (uint64_t)OMEN_SYS6(SYS_mmap, OMEN_SLAB_BASE, OMEN_SLAB_SPACE, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  refused = got != OMEN_SLAB_BASE;
  if (refused) return false;
  omen_slab = omen_reserve(SLABS * sizeof *omen_slab);
  omen_slab_record = omen_reserve(SLABS * SLAB_PLACES * sizeof *omen_slab_record);
  uint64_t *entry = omen_reserve((uint64_t)STRIDES * OMEN_KEPT_MOST * sizeof *entry);
  for (uint32_t i = 0; i < STRIDES; i++) places[i].kept.entry = entry + (uint64_t)i * OMEN_KEPT_MOST;
  slabs = 1; /* so that no place has the number 0, and something bad lies in front of the first */
  return true;
}

/* A large structure of small blocks, its shadow and its records have more pages than the processor has
 * translations for. Not where plans are tried, in forks, which copy what they write to. */
static void use_large_pages(uint64_t addr) {
  if (omen_config->plan.kind) return;
  uint64_t slab = (addr - OMEN_SLAB_BASE) >> OMEN_SLAB_BITS, n = STEP >> OMEN_SLAB_BITS;
  uint64_t record = (uint64_t)&omen_slab_record[slab << OMEN_PLACE_BITS] & ~(STEP - 1);
  OMEN_SYS3(SYS_madvise, record, (n << OMEN_PLACE_BITS) * sizeof *omen_slab_record, MADV_HUGEPAGE);
  OMEN_SYS3(SYS_madvise, addr, STEP, MADV_HUGEPAGE);
  if (omen_shadow_mode == OMEN_SHADOW_DETECT) OMEN_SYS3(SYS_madvise, OMEN_SHADOW(addr), STEP, MADV_HUGEPAGE);
}

static bool more_space(void) {
  if ((slabs + 1) << OMEN_SLAB_BITS <= usable) return true;
  if (usable == OMEN_SLAB_SPACE) return false;
  if (OMEN_SYS3(SYS_mprotect, OMEN_SLAB_BASE + usable, STEP, PROT_READ | PROT_WRITE) < 0) return false;
  if (usable >= LARGE_FROM) use_large_pages(OMEN_SLAB_BASE + usable);
  usable += STEP;
  return true;
}

static bool more_places(struct places *l, uint32_t stride) {
  if (refused || (!omen_slab && !make_space()) || !more_space()) return false;
  uint64_t at = OMEN_SLAB_BASE + (slabs << OMEN_SLAB_BITS);
  if (slabs == 1) omen_poison(at - OMEN_SLAB_SIZE, OMEN_SLAB_SIZE);
  omen_poison(at, OMEN_SLAB_SIZE);
  omen_slab[slabs] = (struct omen_slab){stride, (uint32_t)(((1ull << 32) + stride - 1) / stride)};
  l->next = (uint32_t)(slabs++ << OMEN_PLACE_BITS);
  l->end = l->next + OMEN_SLAB_SIZE / stride;
  return true;
}

static uint64_t address(uint32_t number) {
  uint64_t slab = number >> OMEN_PLACE_BITS;
  return OMEN_SLAB_BASE + (slab << OMEN_SLAB_BITS) +
         (uint64_t)(number & (SLAB_PLACES - 1)) * omen_slab[slab].stride;
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
  return &places[omen_slab[number >> OMEN_PLACE_BITS].stride / UNIT];
}

/* What the block that is made here will be written to: its record, its memory, its shadow. */
static void prefetch(uint32_t number) {
  uint64_t at = address(number);
  const char *record = (const char *)&omen_slab_record[number];
  __builtin_prefetch(record, 1);
  __builtin_prefetch(record + sizeof(struct omen_block) - 1, 1);
  __builtin_prefetch((void *)at, 1);
  __builtin_prefetch((void *)OMEN_SHADOW(at), 1);
}

struct omen_block *omen_slab_take(uint64_t n) {
  uint32_t group = group_of(n), stride = stride_of(n, group);
  struct places *l = &places[stride / UNIT];
  uint32_t number = omen_kept_take(&l->kept, omen_block_window()), soon;
  if (number) {
    if ((soon = omen_kept_ahead(&l->kept, AHEAD))) prefetch(soon);
  } else {
    if (l->next == l->end && !more_places(l, stride)) return NULL;
    number = l->next++;
  }
  alive[group]++;
  struct omen_block *b = &omen_slab_record[number];
  *b = (struct omen_block){.base = address(number), .size = n, .tail = stride - (uint32_t)n};
  omen_blocks_held += omen_block_weight(b);
  return b;
}

void omen_slab_keep(const struct omen_block *b) {
  uint32_t number = (uint32_t)(b - omen_slab_record);
  alive[group_of(b->size)]--;
  omen_kept_add(&places_of(number)->kept, number, omen_block_weight(b));
}

struct omen_block *omen_slab_before(uint64_t addr, uint64_t from) {
  for (uint64_t at = addr; at >= from && omen_slab_has(at);) {
    struct omen_block *b = omen_slab_place(at);
    uint64_t slab = at & ~(uint64_t)(OMEN_SLAB_SIZE - 1);
    struct omen_block *first =
        b ? &omen_slab_record[(slab - OMEN_SLAB_BASE) >> OMEN_SLAB_BITS << OMEN_PLACE_BITS] : NULL;
    for (; b && b >= first; b--)
      if (b->base) return b;
    at = slab - 1;
  }
  return NULL;
}

struct omen_block *omen_slab_behind(uint64_t addr, uint64_t to) {
  for (uint64_t at = addr + UNIT; at < to + UNIT && omen_slab_has(at); at += UNIT) {
    struct omen_block *b = omen_slab_place(at);
    if (b && b->base > addr && b->base < to) return b;
  }
  return NULL;
}

void omen_slab_each(void (*visit)(struct omen_block *b)) {
  for (uint64_t slab = 1; slab < slabs; slab++)
    for (uint32_t i = 0; i < OMEN_SLAB_SIZE / omen_slab[slab].stride; i++)
      if (omen_slab_record[slab << OMEN_PLACE_BITS | i].base)
        visit(&omen_slab_record[slab << OMEN_PLACE_BITS | i]);
}

void omen_slab_spoil(void) {
  if (slabs) omen_poison(OMEN_SLAB_BASE, slabs << OMEN_SLAB_BITS);
}
