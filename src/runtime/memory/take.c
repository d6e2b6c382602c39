/* Blocks handed out and given back: the work behind the functions of heap.c and cxx.c. See heap.h. */
#include "runtime/defect.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/object.h"
#include "runtime/memory/poison.h"
#include "runtime/memory/quick.h"
#include "runtime/memory/slab.h"
#include "runtime/memory/stacks.h"
#include "runtime/memory/take.h"
#include "runtime/shadow/shadow.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/sync/sync.h"
#include <emmintrin.h>
#include <string.h>
#include <sys/syscall.h>

#define HEADER 8u /* of a block: glibc's */
#define FILL 0xbe /* of fresh memory: as a pointer it is no address, so its use faults */
#define FILL_MOST 4096u

static bool seen(void) { return omen_shadow_mode != OMEN_SHADOW_OFF; }

/* glibc's header in front of a block: its size, and flags in the lower bits. */
static size_t header(const void *p) { return ((const size_t *)p)[-1]; }
bool omen_heap_mapped(const void *p) { return !omen_slab_has((uint64_t)p) && header(p) & 2; }
size_t omen_heap_usable(const void *p) { return (header(p) & ~(size_t)7) - (omen_heap_mapped(p) ? 16 : 8); }
/* Where the next block may begin. */
static uint64_t end_of(const void *p) {
  return (uint64_t)p + omen_heap_usable(p) + (omen_heap_mapped(p) ? 0 : 8);
}

/* It grows with the block, since large objects are missed by more. The next block's header is part of it. */
size_t omen_heap_gap(size_t n) {
  size_t gap = n <= 32      ? 16
               : n <= 96    ? 32
               : n <= 448   ? 64
               : n <= 3968  ? 128
               : n <= 16128 ? 256
               : n <= 32256 ? 512
               : n <= 64512 ? 1024
                            : 2048;
  return gap - HEADER;
}

/* --- before start-up
 * ------------------------------------------------------------------------------------------ */

/* Blocks from then: they have no gap, and any of them may be freed later. */
#define EARLY 1024
#define EARLY_HEAP (16ull << 20) /* what lies below the end of the heap by more is not in it */
static void *early[EARLY];
static uint32_t earlies;

static bool started;
uint64_t omen_heap_brk;
static uint64_t heap_lo = UINT64_MAX; /* where the main part of the heap begins, if that is known */

void omen_heap_early(void *p) {
  if (!p || started) return;
  if (earlies < EARLY)
    early[earlies++] = p;
  else
    omen_blocks_lost++;
}

static bool take_early(const void *p) {
  for (uint32_t i = 0; i < earlies; i++)
    if (early[i] == p) {
      early[i] = early[--earlies];
      return true;
    }
  return false;
}

/* The part of the heap that there is already: bad, but for those blocks. */
void omen_heap_begin(void) {
  uint64_t lo = UINT64_MAX, hi = (uint64_t)OMEN_SYS1(SYS_brk, 0);
  started = true;
  omen_heap_brk = hi;
  for (uint32_t i = 0; i < earlies; i++)
    if ((uint64_t)early[i] < lo) lo = (uint64_t)early[i] & ~4095ull;
  if (omen_blocks_lost || lo >= hi || hi - lo > EARLY_HEAP) return;
  heap_lo = lo;
  omen_poison(lo, hi - lo);
  for (uint32_t i = 0; i < earlies; i++)
    if ((uint64_t)early[i] >= lo && (uint64_t)early[i] < hi)
      omen_unpoison((uint64_t)early[i], omen_heap_usable(early[i]));
}

/* --- handing out
 * ---------------------------------------------------------------------------------------------- */

/* The cells: fresh, with what is not the program's bad all around it. The last cell is the block's as a whole
 * (the gap is larger), and cleared as such. */
static void shadow_of(const struct omen_block *b) {
  omen_shadow_reset((void *)b->base, (b->size + 3) & ~3ull);
  omen_poison(b->base + b->size, b->tail);
  if (omen_heap_mapped((void *)b->base)) omen_poison(b->base - 16, 16);
}

/* Where a block is made or freed. The recorded run need not know: if it has a bad access to the heap, the
 * second pass, which is the same run again, tells (record/watch.h). */
static uint32_t stack(const void *frame) {
  return omen_shadow_mode == OMEN_SHADOW_WATCH && omen_marks_memory() ? omen_stack_keep(frame) : 0;
}

/* The block has its record and its memory. */
static void *begun(struct omen_block *b, enum omen_block_how how, const void *frame) {
  void *p = (void *)b->base;
  b->how = how & 3;
  if (!seen()) return p;
  b->made_stack = stack(frame);
  b->made_thread = (uint32_t)omen_cur->id;
  if (omen_quick_begin(b)) return p;
  shadow_of(b);
  if (omen_shadow_mode == OMEN_SHADOW_WATCH) omen_watch_heap(p, b->size + b->tail, b->size, frame);
  return p;
}

void *omen_block_made(void *p, size_t n, enum omen_block_how how, const void *frame) {
  struct omen_block *b = p ? omen_block_new((uint64_t)p, n, end_of(p)) : NULL;
  if (b) return begun(b, how, frame);
  if (p) omen_shadow_reset(p, omen_heap_usable(p));
  return p;
}

void omen_heap_fill(void *p, size_t from, size_t to) {
  if (p && from < to) memset((char *)p + from, FILL, to - from < FILL_MOST ? to - from : FILL_MOST);
}

/* All of the 16 bytes that its last byte is in: they are its own, or its gap's. */
static void fill_small(void *p, size_t n, int fill) {
  __m128i *at = p, *end = at + (n + 15) / 16;
  while (at < end) _mm_store_si128(at++, _mm_set1_epi8((char)fill));
}

void *omen_heap_small(size_t n, int fill, enum omen_block_how how, const void *frame) {
  struct omen_block *b = n <= OMEN_SLAB_MOST ? omen_slab_take(n) : NULL;
  if (!b) return NULL;
  fill_small((void *)b->base, n, fill);
  return begun(b, how, frame);
}

void *omen_heap_take(size_t n, size_t align, enum omen_block_how how, const void *frame) {
  void *small = align > 16 ? NULL : omen_heap_small(n, FILL, how, frame);
  if (small) return small;
  size_t want = n + omen_heap_gap(n);
  if (want < n) want = n; /* glibc says no to that */
  omen_cur->in_heap++;
  void *p = align > 16 ? __libc_memalign(align, want) : __libc_malloc(want);
  omen_cur->in_heap--;
  omen_heap_fill(p, 0, n);
  if (omen_sym_on && p) omen_sym_overwritten(p, n);
  return omen_block_made(p, n, how, frame);
}

bool omen_heap_grew(uint64_t lo, uint64_t hi) {
  if (!omen_cur->in_heap) return false;
  omen_poison(lo, hi - lo);
  return true;
}

/* --- giving back
 * ---------------------------------------------------------------------------------------------- */

static void wrong(enum omen_defect_kind kind, const void *p, const char *says, const void *frame) {
  struct omen_hit o;
  omen_hit_find((uint64_t)p, &o);
  omen_defect(&(struct omen_defect){.kind = kind,
                                    .site = OMEN_SITE_HEAP,
                                    .addr = (uint64_t)p,
                                    .frame = frame,
                                    .place = o.place,
                                    .base = o.base,
                                    .size = o.size,
                                    .made = o.made,
                                    .gone = o.gone,
                                    .says = says});
}

/* Freed before: races with that free if nothing orders the two. */
static void twice(const struct omen_block *b, const void *frame) {
  if (omen_shadow_mode == OMEN_SHADOW_DETECT && b->gone_seg && b->size && omen_shadow_prepare() &&
      !omen_now_after(b->gone_seg)) {
    omen_race_begin();
    omen_race_note(b->base, b->size, OMEN_W, OMEN_W, OMEN_SITE_HEAP);
  }
  wrong(OMEN_DEFECT_DOUBLE_FREE, (void *)b->base, NULL, frame);
}

/* It is no block that is known. True: it may be one all the same. */
static bool unknown(void *p, const void *frame) {
  if (take_early(p) || omen_blocks_lost) return true;
  struct omen_hit o;
  bool over = omen_hit_find((uint64_t)p, &o) && o.over && o.place[0] == 'h' && !o.base;
  if (over)
    wrong(OMEN_DEFECT_DOUBLE_FREE, p, o.says, frame);
  else
    wrong(OMEN_DEFECT_INVALID_FREE, p, NULL, frame);
  return false;
}

static void mismatch(const struct omen_block *b, enum omen_block_how how, const void *frame) {
  static const char *const says[3][3] = {
      {NULL, "made by malloc, given to operator delete", "made by malloc, given to operator delete[]"},
      {"made by operator new, given to free", NULL, "made by operator new, given to operator delete[]"},
      {"made by operator new[], given to free", "made by operator new[], given to operator delete", NULL}};
  if (omen_cxx_ours()) wrong(OMEN_DEFECT_MISMATCHED_FREE, (void *)b->base, says[b->how][how], frame);
}

void omen_heap_sized(void *p, size_t n, enum omen_block_how how, const void *frame) {
  const struct omen_block *b = omen_block_at((uint64_t)p);
  char says[128];
  if (!b || b->freed || b->how != how || b->size == n || !omen_cxx_ours()) return;
  omen_fmt(says, sizeof says, "made with %lu bytes, given to operator delete%s as an object of %lu", b->size,
           how == OMEN_BY_NEW_ARRAY ? "[]" : "", n);
  wrong(OMEN_DEFECT_MISMATCHED_FREE, p, says, frame);
}

/* The block is written to, all of it. Others may run before that (an exploration), and free it. */
static void written(void *p, uint64_t n, const void *inner) {
  if (omen_quick_unraced((uint64_t)p, n)) return;
  if (!omen_heap_quiet && seen()) omen_shadow_give_up(p, n, OMEN_SITE_HEAP, inner);
}

struct omen_block *omen_heap_ask(void *p, bool *foreign, enum omen_block_how how, const void *frame,
                                 const void *inner) {
  struct omen_block *b = omen_block_at((uint64_t)p);
  *foreign = false;
  if (!b) {
    *foreign = unknown(p, frame);
    return NULL;
  }
  if (omen_shadow_mode == OMEN_SHADOW_WATCH || !b->freed) written(p, b->size, inner);
  b = omen_block_at((uint64_t)p);
  if (!b || b->freed) {
    if (b) twice(b, frame);
    return NULL;
  }
  if (b->how != how) mismatch(b, how, frame);
  return b;
}

/* One of glibc's blocks. */
static void let_go(struct omen_block *b) {
  void *p = (void *)b->base;
  omen_block_drop(b);
  omen_cur->in_heap++;
  __libc_free(p);
  omen_cur->in_heap--;
}

/* Bad from here on, and kept back. What is larger than all that may be kept goes at once; if it has a mapping
 * of its own, that is gone, and the kernel knows its bad accesses. */
void omen_heap_retire(struct omen_block *b, const void *frame) {
  uint64_t limit = omen_config->keep_freed;
  bool keep = b->size + b->tail <= limit;
  omen_sync_freed((void *)b->base, b->size, frame);
  b->freed = true;
  omen_blocks_held -= omen_block_weight(b);
  if (seen()) {
    b->gone_stack = stack(frame);
    b->gone_thread = (uint32_t)omen_cur->id;
    if (omen_shadow_mode == OMEN_SHADOW_DETECT && !omen_heap_quiet && omen_shadow_prepare())
      b->gone_seg = omen_now.seg;
    if (!omen_quick_end(b) && (keep || !omen_heap_mapped((void *)b->base)))
      omen_poison_freed(b->base, (b->size + 3) & ~3ull);
  }
  if (omen_slab_has(b->base))
    omen_slab_keep(b);
  else if (keep)
    omen_block_keep(b);
  else
    let_go(b);
  while ((b = omen_block_unkeep(omen_block_window(), limit))) let_go(b);
}

void omen_heap_give(void *p, enum omen_block_how how, const void *frame) {
  const void *inner = __builtin_frame_address(0);
  bool foreign;
  struct omen_block *b = omen_heap_ask(p, &foreign, how, frame, inner);
  if (b)
    omen_heap_retire(b, frame);
  else if (foreign) {
    written(p, omen_heap_usable(p), inner);
    omen_sync_freed(p, omen_heap_usable(p), frame);
    __libc_free(p);
  }
}

/* The shadow was emptied, and segments are numbered anew. */
static void spoil_again(struct omen_block *b) {
  b->gone_seg = 0;
  if (b->freed)
    omen_poison_freed(b->base, (b->size + 3) & ~3ull);
  else
    omen_unpoison(b->base, b->size);
  omen_poison(b->base + b->size, b->tail);
}

void omen_heap_spoil_again(void) {
  omen_slab_spoil();
  omen_block_each(spoil_again);
}

/* --- what was hit
 * --------------------------------------------------------------------------------------------- */

static void describe(const struct omen_block *b, struct omen_hit *out) {
  *out = (struct omen_hit){.place = "heap",
                           .base = b->base,
                           .size = b->size,
                           .over = b->freed,
                           .over_seg = b->gone_seg,
                           .made = omen_stack_of(b->made_stack, b->made_thread),
                           .gone = omen_stack_of(b->gone_stack, b->gone_thread)};
}

bool omen_heap_owns(uint64_t addr) {
  const struct omen_block *b = omen_block_near(addr);
  if (b) return b->freed || addr - b->base >= b->size;
  return (addr >= heap_lo && addr < omen_heap_brk) || omen_slab_has(addr);
}

bool omen_heap_behind(uint64_t addr, struct omen_hit *out) {
  const struct omen_block *b = omen_poisoned(addr, 1) ? omen_block_before(addr) : NULL;
  if (!b) return false;
  describe(b, out);
  out->over = false; /* far outside of it, whatever became of it */
  out->gone = (struct omen_by){0};
  return true;
}

bool omen_heap_object(uint64_t addr, struct omen_hit *out) {
  const struct omen_block *b = omen_block_near(addr);
  if (!b) {
    if (!omen_poisoned_freed(addr)) return false;
    *out = (struct omen_hit){
        .place = "heap", .over = true, .says = "it was freed long ago, and is not kept back any more"};
    return true;
  }
  describe(b, out);
  return true;
}
