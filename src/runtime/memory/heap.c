/* malloc, free and their family: see heap.h. Before start-up is over, and in a child that left control, they
 * pass everything through. errno is libc's own business: nothing here touches it on success. */
#include "runtime/memory/heap.h"
#include "runtime/shadow/poison.h"
#include "runtime/memory/slab.h"
#include "runtime/memory/allocate.h"
#include "runtime/shadow/shadow.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/sync/sync.h"
#include "runtime/weak/weak.h"
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#define FRAME __builtin_frame_address(0)
#define INLINE static inline __attribute__((always_inline))
#define NO_TAIL_CALL __asm__ volatile("") /* the function's name is to be on the stack */
#define MOVE_BELOW (128u << 10) /* realloc: smaller blocks always move, so that old pointers are seen */

static bool checked(void) { return omrt_on && omrt_checks_memory(); }
static bool seen(void) { return omrt_on && omrt_shadow_mode != OMRT_SHADOW_OFF; }

/* A new block without a gap; `want` bytes were asked for. `frame`: of the function that the program called.
 */
INLINE void *renewed(void *p, size_t want, const void *frame) {
  if (!omrt_on) omrt_heap_early(p);
  if (p && omrt_weak_on && omrt_on) omrt_weak_forget((uint64_t)p, omrt_heap_usable(p));
  if (!p || !seen()) return p;
  size_t n = omrt_heap_usable(p);
  omrt_shadow_reset(p, n);
  if (omrt_shadow_mode == OMRT_SHADOW_WATCH) omrt_watch_heap(p, n, want, frame);
  return p;
}

INLINE void *fresh(void *p, size_t want, const void *frame) {
  if (omrt_sym_on && p) omrt_sym_overwritten(p, want);
  return renewed(p, want, frame);
}

/* The block is given up. Inlined, so that the stack of the access begins with the function's own name. */
INLINE void gone(void *p, const void *frame) {
  if (!p || !omrt_on) return;
  size_t n = omrt_heap_usable(p);
  omrt_sync_freed(p, n, frame);
  if (seen() && !omrt_heap_quiet) omrt_shadow_give_up(p, n, OMEN_SITE_HEAP, __builtin_frame_address(0));
}

INLINE void *take(size_t n, size_t align, const void *frame) {
  if (checked()) return omrt_heap_allocate(n, align, OMRT_BY_MALLOC, frame);
  return fresh(align ? __libc_memalign(align, n) : __libc_malloc(n), n, frame);
}

OMEN_API void *malloc(size_t n) { return take(n, 0, FRAME); }

OMEN_API void *calloc(size_t n, size_t size) {
  size_t bytes;
  if (!checked()) return fresh(__libc_calloc(n, size), n * size, FRAME);
  if (__builtin_mul_overflow(n, size, &bytes) || bytes + omrt_heap_gap(bytes) < bytes) {
    errno = ENOMEM;
    return NULL;
  }
  void *small = omrt_heap_small(bytes, 0, OMRT_BY_MALLOC, FRAME);
  if (small) return small;
  omrt_cur->in_heap++;
  void *p = __libc_calloc(1, bytes + omrt_heap_gap(bytes));
  omrt_cur->in_heap--;
  if (omrt_sym_on && p) omrt_sym_overwritten(p, bytes);
  return omrt_block_made(p, bytes, OMRT_BY_MALLOC, FRAME);
}

INLINE void give(void *p, const void *frame) {
  if (!p) return;
  if (checked()) {
    omrt_heap_give(p, OMRT_BY_MALLOC, frame);
    NO_TAIL_CALL;
    return;
  }
  if (omrt_slab_has((uint64_t)p)) return; /* of the time before this child left control */
  gone(p, frame);
  __libc_free(p);
}

OMEN_API void free(void *p) { give(p, FRAME); }
void cfree(void *p);
OMEN_API void cfree(void *p) { give(p, FRAME); }

/* In a child that left control, of a block that is not glibc's. */
static void *realloc_left(const void *p, size_t n) {
  const struct omrt_block *b = omrt_block_at((uint64_t)p);
  void *q = n ? __libc_malloc(n) : NULL;
  if (q && b) memcpy(q, p, b->size < n ? b->size : n);
  return q;
}

/* The old block is given up; what was copied is written by this thread, what was added is fresh. */
INLINE void *realloc_plainly(void *p, size_t n, const void *frame) {
  if (omrt_slab_has((uint64_t)p)) return realloc_left(p, n);
  size_t was = p && seen() ? omrt_heap_usable(p) : 0;
  gone(p, frame);
  size_t had = omrt_sym_on && p ? omrt_heap_usable(p) : 0;
  void *q = __libc_realloc(p, n);
  if (q && q != p) omrt_sym_copied(q, p, had < n ? had : n);
  q = renewed(q, n, frame);
  if (q && was) omrt_shadow_access(q, was < n ? was : n, true, OMEN_SITE_HEAP);
  return q;
}

/* Large blocks that have a mapping of their own are glibc's to move, or to make larger where they are. */
static void *realloc_large(struct omrt_block *b, size_t n, const void *frame) {
  struct omrt_block was = *b;
  omrt_sync_freed((void *)b->base, b->size, frame);
  omrt_blocks_held -= omrt_block_weight(b);
  omrt_block_drop(b);
  omrt_cur->in_heap++;
  void *q = __libc_realloc((void *)was.base, n + omrt_heap_gap(n));
  omrt_cur->in_heap--;
  if (!q) {
    omrt_block_made((void *)was.base, was.size, was.how, frame);
    return NULL;
  }
  omrt_block_made(q, n, OMRT_BY_MALLOC, frame);
  if (omrt_sym_on && (uint64_t)q != was.base)
    omrt_sym_copied(q, (void *)was.base, was.size < n ? was.size : n);
  if (n > was.size) omrt_heap_fill(q, was.size, n);
  return q;
}

static void *realloc_by_moving(struct omrt_block *b, size_t n, const void *frame) {
  uint64_t base = b->base;
  size_t both = b->size < n ? b->size : n;
  void *q = omrt_heap_allocate(n, 0, OMRT_BY_MALLOC, frame);
  if (!q) return NULL;
  omrt_sym_copied(q, (void *)base, both);
  memcpy(q, (void *)base, both);
  b = omrt_block_at(base);
  if (b && !b->freed) omrt_heap_retire(b, frame);
  return q;
}

/* What cannot be moved is left alone, and the program gets a new block: it goes on as if the old one had been
 * one. */
static void *realloc_wrong(const void *p, bool foreign, size_t n, const void *frame) {
  struct omrt_block *b = omrt_block_at((uint64_t)p);
  void *q = omrt_heap_allocate(n, 0, OMRT_BY_MALLOC, frame);
  size_t have = b ? b->size : foreign ? omrt_heap_usable(p) : 0;
  if (q && have) memcpy(q, p, have < n ? have : n);
  if (q && foreign) __libc_free((void *)p);
  return q;
}

static __attribute__((noinline)) void *realloc_checked(void *p, size_t n, const void *frame) {
  const void *inner = __builtin_frame_address(0);
  bool foreign;
  if (!p) return omrt_heap_allocate(n, 0, OMRT_BY_MALLOC, frame);
  if (n == 0) { /* as glibc has it */
    omrt_heap_give(p, OMRT_BY_MALLOC, frame);
    return NULL;
  }
  if (n + omrt_heap_gap(n) < n || n > PTRDIFF_MAX) {
    errno = ENOMEM;
    return NULL;
  }
  struct omrt_block *b = omrt_heap_ask(p, &foreign, OMRT_BY_MALLOC, frame, inner);
  if (!b) return realloc_wrong(p, foreign, n, frame);
  size_t both = b->size < n ? b->size : n;
  bool large = b->size >= MOVE_BELOW && n >= MOVE_BELOW && omrt_heap_mapped(p);
  void *q = large ? realloc_large(b, n, frame) : realloc_by_moving(b, n, frame);
  if (q && seen()) omrt_shadow_access(q, both, true, OMEN_SITE_HEAP);
  return q;
}

INLINE void *again(void *p, size_t n, const void *frame) {
  if (!checked()) return realloc_plainly(p, n, frame);
  void *q = realloc_checked(p, n, frame);
  NO_TAIL_CALL;
  return q;
}

OMEN_API void *realloc(void *p, size_t n) { return again(p, n, FRAME); }

OMEN_API void *reallocarray(void *p, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return again(p, bytes, FRAME);
}

OMEN_API void *memalign(size_t align, size_t n) { return take(n, align, FRAME); }
OMEN_API void *aligned_alloc(size_t align, size_t n) { return take(n, align, FRAME); }

OMEN_API int posix_memalign(void **out, size_t align, size_t n) {
  if (align % sizeof(void *) || !align || (align & (align - 1))) return EINVAL;
  int saved = errno;
  void *p = take(n, align, FRAME);
  errno = saved; /* this one reports by its result */
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

OMEN_API void *valloc(size_t n) { return take(n, 4096, FRAME); }

OMEN_API void *pvalloc(size_t n) {
  size_t whole;
  if (__builtin_add_overflow(n, 4095, &whole)) {
    errno = ENOMEM;
    return NULL;
  }
  return take(whole & ~(size_t)4095, 4096, FRAME);
}

/* What the program asked for: the rest is not its own. */
OMEN_API size_t malloc_usable_size(void *p) {
  const struct omrt_block *b = p ? omrt_block_at((uint64_t)p) : NULL;
  return b ? b->size : p ? omrt_heap_usable(p) : 0;
}
