/* The table of blocks: see block.h. */
#include "runtime/memory/block.h"
#include "runtime/memory/quarantine.h"
#include "runtime/memory/slab.h"
#include "runtime/rt.h"
#include <string.h>

#define BLOCKS (1u << 28)
#define TERAS 32ull /* where a program's memory can be: shadow/map.c */
#define GRANULE 16u
#define PAGE 4096u
#define FAR 64u    /* pages back, where nothing is near */
#define LOOK 2048u /* bytes ahead: more than any gap */

uint64_t omrt_blocks_lost, omrt_blocks_held;
static struct omrt_block *block; /* number 0 is not used */
static uint32_t used, spare;     /* spare: a list of dropped ones, by next */
static uint32_t *first_of;       /* of 16 bytes: the block that begins there */
static uint32_t *covers;         /* of a page: the block that its first byte is in, if that is not its own */

static struct omrt_quarantine kept;

static void make(void) {
  block = omrt_reserve((uint64_t)BLOCKS * sizeof *block);
  first_of = omrt_reserve((TERAS << 40) / GRANULE * 4);
  covers = omrt_reserve((TERAS << 40) / PAGE * 4);
  kept.entry = omrt_reserve((uint64_t)OMRT_QUARANTINE_MOST * sizeof *kept.entry);
  used = 1;
}

/* The three regions of addresses, one behind the other; UINT64_MAX: in none of them. */
static uint64_t place(uint64_t addr) {
  uint64_t tera = addr >> 40, low = addr & ((1ull << 40) - 1);
  if (tera - 0x70 < 0x10) return (tera - 0x70 + 16) << 40 | low;
  if (tera - 0x51 < 0xf) return (tera - 0x51 + 1) << 40 | low;
  return tera == 0 ? low : UINT64_MAX;
}

static void set_covers(const struct omrt_block *b, uint32_t number) {
  uint64_t at = place(b->base), end = at + b->size + b->tail;
  for (uint64_t page = at / PAGE + 1; page * PAGE < end; page++) covers[page] = number;
}

struct omrt_block *omrt_block_new(uint64_t base, uint64_t size, uint64_t end) {
  if (!block) make();
  uint64_t at = place(base);
  uint32_t number = spare ? spare : used;
  if (at == UINT64_MAX || place(end) == UINT64_MAX || number == BLOCKS) {
    omrt_blocks_lost++;
    return NULL;
  }
  struct omrt_block *b = &block[number];
  if (spare)
    spare = b->next;
  else
    used++;
  *b = (struct omrt_block){.base = base, .size = size, .tail = (uint32_t)(end - base - size)};
  first_of[at / GRANULE] = number;
  set_covers(b, number);
  omrt_blocks_held += omrt_block_weight(b);
  return b;
}

void omrt_block_drop(struct omrt_block *b) {
  first_of[place(b->base) / GRANULE] = 0;
  set_covers(b, 0);
  *b = (struct omrt_block){.next = spare};
  spare = (uint32_t)(b - block);
}

struct omrt_block *omrt_block_at(uint64_t addr) {
  if (omrt_slab_has(addr)) {
    struct omrt_block *b = omrt_slab_place(addr);
    return b && b->base == addr ? b : NULL;
  }
  uint64_t at = place(addr);
  if (!block || at == UINT64_MAX) return NULL;
  struct omrt_block *b = &block[first_of[at / GRANULE]];
  return b != block && b->base == addr ? b : NULL;
}

/* The last block that begins at or before addr, if it begins in the same page or reaches into it. */
static struct omrt_block *before(uint64_t at) {
  uint64_t page = at / PAGE * PAGE;
  for (uint64_t i = at / GRANULE; i * GRANULE >= page && i != UINT64_MAX; i--)
    if (first_of[i]) return &block[first_of[i]];
  return covers[at / PAGE] ? &block[covers[at / PAGE]] : NULL;
}

static struct omrt_block *behind(uint64_t at) {
  for (uint64_t i = at / GRANULE + 1; i * GRANULE < (TERAS << 40) && i * GRANULE < at + LOOK; i++)
    if (first_of[i]) return &block[first_of[i]];
  return NULL;
}

struct omrt_block *omrt_block_near(uint64_t addr) {
  uint64_t at = place(addr);
  bool slab = omrt_slab_has(addr);
  if (!slab && (!block || at == UINT64_MAX)) return NULL;
  struct omrt_block *left = slab ? omrt_slab_before(addr, addr - addr % PAGE) : before(at), *right;
  if (left && (addr < left->base || addr >= omrt_block_end(left))) left = NULL;
  if (left && addr < left->base + left->size) return left;
  right = slab ? omrt_slab_behind(addr, addr + GRANULE + 1) : behind(at);
  if (right && (right->base <= addr || right->base - addr > GRANULE)) right = NULL;
  if (!left || !right) return left ? left : right;
  return right->base - addr < addr - (left->base + left->size) + 1 ? right : left;
}

struct omrt_block *omrt_block_before(uint64_t addr) {
  if (omrt_slab_has(addr)) return omrt_slab_before(addr, addr - FAR * PAGE);
  uint64_t at = place(addr), page;
  if (!block || at == UINT64_MAX) return NULL;
  struct omrt_block *b = before(at);
  for (page = at / PAGE; !b && page && page + FAR > at / PAGE; page--) b = before(page * PAGE - 1);
  return b && b->base <= addr ? b : NULL;
}

void omrt_block_each(void (*visit)(struct omrt_block *b)) {
  for (uint32_t i = 1; i < used; i++)
    if (block[i].base) visit(&block[i]);
  omrt_slab_each(visit);
}

void omrt_block_keep(const struct omrt_block *b) {
  omrt_quarantine_add(&kept, (uint32_t)(b - block), omrt_block_weight(b));
}

struct omrt_block *omrt_block_unkeep(uint64_t window, uint64_t limit) {
  uint32_t number = omrt_quarantine_ahead(&kept, 0);
  if (!number) return NULL;
  uint64_t most = window + omrt_block_weight(&block[number]);
  return omrt_quarantine_take(&kept, most < limit ? most : limit) ? &block[number] : NULL;
}
