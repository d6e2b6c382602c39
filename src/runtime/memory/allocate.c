/* Blocks handed out and given back: the work behind the functions of heap.c and cxx.c. See heap.h. */
#include "runtime/defect.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/hit_object.h"
#include "runtime/shadow/poison.h"
#include "runtime/memory/small_blocks.h"
#include "runtime/memory/slab.h"
#include "runtime/memory/stacks.h"
#include "runtime/memory/allocate.h"
#include "runtime/shadow/shadow.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/sync/sync.h"
#include "runtime/weak/weak.h"
#include <emmintrin.h>
#include <string.h>
#include <sys/syscall.h>

#define HEADER 8u /* of a block: glibc's */
#define FILL 0xbe /* of fresh memory: as a pointer it is no address, so its use faults */
#define FILL_MOST 4096u

static bool seen(void) { return omrt_shadow_mode != OMRT_SHADOW_OFF; }

/* glibc's header in front of a block: its size, and flags in the lower bits. */
static size_t header(const void *p) { return ((const size_t *)p)[-1]; }
bool omrt_heap_mapped(const void *p) { return !omrt_slab_has((uint64_t)p) && header(p) & 2; }
size_t omrt_heap_usable(const void *p) { return (header(p) & ~(size_t)7) - (omrt_heap_mapped(p) ? 16 : 8); }
/* Where the next block may begin. */
static uint64_t end_of(const void *p) {
  return (uint64_t)p + omrt_heap_usable(p) + (omrt_heap_mapped(p) ? 0 : 8);
}

/* It grows with the block, since large objects are missed by more. The next block's header is part of it. */
size_t omrt_heap_gap(size_t n) {
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
uint64_t omrt_heap_brk;
static uint64_t heap_lo = UINT64_MAX; /* where the main part of the heap begins, if that is known */

void omrt_heap_early(void *p) {
  if (!p || started) return;
  if (earlies < EARLY)
    early[earlies++] = p;
  else
    omrt_blocks_lost++;
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
void omrt_heap_begin(void) {
  uint64_t lo = UINT64_MAX, hi = (uint64_t)OMRT_SYS1(SYS_brk, 0);
  started = true;
  omrt_heap_brk = hi;
  for (uint32_t i = 0; i < earlies; i++)
    if ((uint64_t)early[i] < lo) lo = (uint64_t)early[i] & ~4095ull;
  if (omrt_blocks_lost || lo >= hi || hi - lo > EARLY_HEAP) return;
  heap_lo = lo;
  omrt_poison(lo, hi - lo);
  for (uint32_t i = 0; i < earlies; i++)
    if ((uint64_t)early[i] >= lo && (uint64_t)early[i] < hi)
      omrt_unpoison((uint64_t)early[i], omrt_heap_usable(early[i]));
}

/* --- handing out
 * ---------------------------------------------------------------------------------------------- */

/* The cells: fresh, with what is not the program's bad all around it. The last cell is the block's as a whole
 * (the gap is larger), and cleared as such. */
static void shadow_of(const struct omrt_block *b) {
  omrt_shadow_reset((void *)b->base, (b->size + 3) & ~3ull);
  omrt_poison(b->base + b->size, b->tail);
  if (omrt_heap_mapped((void *)b->base)) omrt_poison(b->base - 16, 16);
}

/* Where a block is made or freed. The recorded run need not know: if it has a bad access to the heap, the
 * second pass, which is the same run again, tells (record/watch.h). */
static uint32_t stack(const void *frame) {
  return omrt_shadow_mode == OMRT_SHADOW_WATCH && omrt_marks_memory() ? omrt_stack_keep(frame) : 0;
}

/* What the memory models know of it is of another block: also in replays that have no shadow. */
static void renew(const void *p, uint64_t n) {
  if (omrt_weak_on && omrt_on) omrt_weak_forget((uint64_t)p, n);
}

/* The block has its record and its memory. */
static void *begun(struct omrt_block *b, enum omrt_block_how how, const void *frame) {
  void *p = (void *)b->base;
  b->how = how & 3;
  renew(p, b->size);
  if (!seen()) return p;
  b->made_stack = stack(frame);
  b->made_thread = (uint32_t)omrt_cur->id;
  if (omrt_quick_begin(b)) return p;
  shadow_of(b);
  if (omrt_shadow_mode == OMRT_SHADOW_WATCH) omrt_watch_heap(p, b->size + b->tail, b->size, frame);
  return p;
}

void *omrt_block_made(void *p, size_t n, enum omrt_block_how how, const void *frame) {
  struct omrt_block *b = p ? omrt_block_new((uint64_t)p, n, end_of(p)) : NULL;
  if (b) return begun(b, how, frame);
  if (p) omrt_shadow_reset(p, omrt_heap_usable(p));
  return p;
}

void omrt_heap_fill(void *p, size_t from, size_t to) {
  if (p && from < to) memset((char *)p + from, FILL, to - from < FILL_MOST ? to - from : FILL_MOST);
}

/* All of the 16 bytes that its last byte is in: they are its own, or its gap's. */
static void fill_small(void *p, size_t n, int fill) {
  __m128i *at = p, *end = at + (n + 15) / 16;
  while (at < end) _mm_store_si128(at++, _mm_set1_epi8((char)fill));
}

void *omrt_heap_small(size_t n, int fill, enum omrt_block_how how, const void *frame) {
  struct omrt_block *b = n <= OMRT_SLAB_MOST ? omrt_slab_take(n) : NULL;
  if (!b) return NULL;
  fill_small((void *)b->base, n, fill);
  return begun(b, how, frame);
}

void *omrt_heap_allocate(size_t n, size_t align, enum omrt_block_how how, const void *frame) {
  void *small = align > 16 ? NULL : omrt_heap_small(n, FILL, how, frame);
  if (small) return small;
  size_t want = n + omrt_heap_gap(n);
  if (want < n) want = n; /* glibc says no to that */
  omrt_cur->in_heap++;
  void *p = align > 16 ? __libc_memalign(align, want) : __libc_malloc(want);
  omrt_cur->in_heap--;
  omrt_heap_fill(p, 0, n);
  if (omrt_sym_on && p) omrt_sym_overwritten(p, n);
  return omrt_block_made(p, n, how, frame);
}

bool omrt_heap_grew(uint64_t lo, uint64_t hi) {
  if (!omrt_cur->in_heap) return false;
  omrt_poison(lo, hi - lo);
  return true;
}

/* --- giving back
 * ---------------------------------------------------------------------------------------------- */

static void wrong(enum omen_defect_kind kind, const void *p, const char *says, const void *frame) {
  struct omrt_hit o;
  omrt_hit_find((uint64_t)p, &o);
  omrt_defect(&(struct omrt_defect){.kind = kind,
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
static void twice(const struct omrt_block *b, const void *frame) {
  if (omrt_shadow_mode == OMRT_SHADOW_DETECT && b->gone_seg && b->size && omrt_shadow_prepare() &&
      !omrt_now_after(b->gone_seg)) {
    omrt_race_begin();
    omrt_race_note(b->base, b->size, OMRT_W, OMRT_W, OMEN_SITE_HEAP);
  }
  wrong(OMEN_DEFECT_DOUBLE_FREE, (void *)b->base, NULL, frame);
}

/* It is no block that is known. True: it may be one all the same. */
static bool unknown(void *p, const void *frame) {
  if (take_early(p) || omrt_blocks_lost) return true;
  struct omrt_hit o;
  bool over = omrt_hit_find((uint64_t)p, &o) && o.over && o.place[0] == 'h' && !o.base;
  if (over)
    wrong(OMEN_DEFECT_DOUBLE_FREE, p, o.says, frame);
  else
    wrong(OMEN_DEFECT_INVALID_FREE, p, NULL, frame);
  return false;
}

static void mismatch(const struct omrt_block *b, enum omrt_block_how how, const void *frame) {
  static const char *const says[3][3] = {
      {NULL, "made by malloc, given to operator delete", "made by malloc, given to operator delete[]"},
      {"made by operator new, given to free", NULL, "made by operator new, given to operator delete[]"},
      {"made by operator new[], given to free", "made by operator new[], given to operator delete", NULL}};
  if (omrt_cxx_ours()) wrong(OMEN_DEFECT_MISMATCHED_FREE, (void *)b->base, says[b->how][how], frame);
}

void omrt_heap_sized(void *p, size_t n, enum omrt_block_how how, const void *frame) {
  const struct omrt_block *b = omrt_block_at((uint64_t)p);
  char says[128];
  if (!b || b->freed || b->how != how || b->size == n || !omrt_cxx_ours()) return;
  omrt_fmt(says, sizeof says, "made with %lu bytes, given to operator delete%s as an object of %lu", b->size,
           how == OMRT_BY_NEW_ARRAY ? "[]" : "", n);
  wrong(OMEN_DEFECT_MISMATCHED_FREE, p, says, frame);
}

/* The block is written to, all of it. Others may run before that (an exploration), and free it. */
static void written(void *p, uint64_t n, const void *inner) {
  if (omrt_quick_unraced((uint64_t)p, n)) return;
  if (!omrt_heap_quiet && seen()) omrt_shadow_give_up(p, n, OMEN_SITE_HEAP, inner);
}

struct omrt_block *omrt_heap_ask(void *p, bool *foreign, enum omrt_block_how how, const void *frame,
                                 const void *inner) {
  struct omrt_block *b = omrt_block_at((uint64_t)p);
  *foreign = false;
  if (!b) {
    *foreign = unknown(p, frame);
    return NULL;
  }
  if (omrt_shadow_mode == OMRT_SHADOW_WATCH || !b->freed) written(p, b->size, inner);
  b = omrt_block_at((uint64_t)p);
  if (!b || b->freed) {
    if (b) twice(b, frame);
    return NULL;
  }
  if (b->how != how) mismatch(b, how, frame);
  return b;
}

/* One of glibc's blocks. */
static void let_go(struct omrt_block *b) {
  void *p = (void *)b->base;
  omrt_block_drop(b);
  omrt_cur->in_heap++;
  __libc_free(p);
  omrt_cur->in_heap--;
}

/* Bad from here on, and kept back. What is larger than all that may be kept goes at once; if it has a mapping
 * of its own, that is gone, and the kernel knows its bad accesses. */
void omrt_heap_retire(struct omrt_block *b, const void *frame) {
  uint64_t limit = omrt_config->keep_freed;
  bool keep = b->size + b->tail <= limit;
  omrt_sync_freed((void *)b->base, b->size, frame);
  b->freed = true;
  omrt_blocks_held -= omrt_block_weight(b);
  if (seen()) {
    b->gone_stack = stack(frame);
    b->gone_thread = (uint32_t)omrt_cur->id;
    if (omrt_shadow_mode == OMRT_SHADOW_DETECT && !omrt_heap_quiet && omrt_shadow_prepare())
      b->gone_seg = omrt_now.seg;
    if (!omrt_quick_end(b) && (keep || !omrt_heap_mapped((void *)b->base)))
      omrt_poison_freed(b->base, (b->size + 3) & ~3ull);
  }
  if (omrt_slab_has(b->base))
    omrt_slab_keep(b);
  else if (keep)
    omrt_block_keep(b);
  else
    let_go(b);
  while ((b = omrt_block_unkeep(omrt_block_window(), limit))) let_go(b);
}

void omrt_heap_give(void *p, enum omrt_block_how how, const void *frame) {
  const void *inner = __builtin_frame_address(0);
  bool foreign;
  struct omrt_block *b = omrt_heap_ask(p, &foreign, how, frame, inner);
  if (b)
    omrt_heap_retire(b, frame);
  else if (foreign) {
    written(p, omrt_heap_usable(p), inner);
    omrt_sync_freed(p, omrt_heap_usable(p), frame);
    __libc_free(p);
  }
}

/* The shadow was emptied, and segments are numbered anew. */
static void spoil_again(struct omrt_block *b) {
  b->gone_seg = 0;
  if (b->freed)
    omrt_poison_freed(b->base, (b->size + 3) & ~3ull);
  else
    omrt_unpoison(b->base, b->size);
  omrt_poison(b->base + b->size, b->tail);
}

void omrt_heap_spoil_again(void) {
  omrt_slab_spoil();
  omrt_block_each(spoil_again);
}

/* --- what was hit
 * --------------------------------------------------------------------------------------------- */

static void describe(const struct omrt_block *b, struct omrt_hit *out) {
  *out = (struct omrt_hit){.place = "heap",
                           .base = b->base,
                           .size = b->size,
                           .over = b->freed,
                           .over_seg = b->gone_seg,
                           .made = omrt_stack_of(b->made_stack, b->made_thread),
                           .gone = omrt_stack_of(b->gone_stack, b->gone_thread)};
}

bool omrt_heap_owns(uint64_t addr) {
  const struct omrt_block *b = omrt_block_near(addr);
  if (b) return b->freed || addr - b->base >= b->size;
  return (addr >= heap_lo && addr < omrt_heap_brk) || omrt_slab_has(addr);
}

bool omrt_heap_behind(uint64_t addr, struct omrt_hit *out) {
  const struct omrt_block *b = omrt_poisoned(addr, 1) ? omrt_block_before(addr) : NULL;
  if (!b) return false;
  describe(b, out);
  out->over = false; /* far outside of it, whatever became of it */
  out->gone = (struct omrt_by){0};
  return true;
}

bool omrt_heap_object(uint64_t addr, struct omrt_hit *out) {
  const struct omrt_block *b = omrt_block_near(addr);
  if (!b) {
    if (!omrt_poisoned_freed(addr)) return false;
    *out = (struct omrt_hit){
        .place = "heap", .over = true, .says = "it was freed long ago, and is not kept back any more"};
    return true;
  }
  describe(b, out);
  return true;
}
