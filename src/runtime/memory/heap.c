/* malloc, free and their family: see heap.h. Before start-up is over, and in a child that left control, they
 * pass everything through. errno is libc's own business: nothing here touches it on success. */
#include "runtime/memory/heap.h"
#include "runtime/shadow/shadow.h"
#include "runtime/sync/sync.h"
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

static bool seen(void) { return omen_on && omen_shadow_mode != OMEN_SHADOW_OFF; }

/* A new block; `want` bytes were asked for. `frame`: of the function that the program called. */
static inline __attribute__((always_inline)) void *fresh(void *p, size_t want, const void *frame) {
  if (!p || !seen()) return p;
  size_t n = malloc_usable_size(p);
  omen_shadow_reset(p, n);
  if (omen_shadow_mode == OMEN_SHADOW_WATCH) omen_watch_heap(p, n, want, frame);
  return p;
}

/* The block is given up. Inlined, so that the stack of the access begins with the function's own name. */
static inline __attribute__((always_inline)) void gone(void *p) {
  if (!p || !omen_on) return;
  size_t n = malloc_usable_size(p);
  omen_sync_forget(p, n);
  if (seen() && !omen_heap_quiet) omen_shadow_give_up(p, n, OMEN_SITE_HEAP);
}

OMEN_API void *malloc(size_t n) { return fresh(__libc_malloc(n), n, __builtin_frame_address(0)); }

OMEN_API void *calloc(size_t n, size_t size) {
  return fresh(__libc_calloc(n, size), n * size, __builtin_frame_address(0));
}

OMEN_API void free(void *p) {
  gone(p);
  __libc_free(p);
}

/* The old block is given up; what was copied is written by this thread, what was added is fresh. */
OMEN_API void *realloc(void *p, size_t n) {
  size_t was = p && seen() ? malloc_usable_size(p) : 0;
  gone(p);
  void *q = fresh(__libc_realloc(p, n), n, __builtin_frame_address(0));
  if (q && was) omen_shadow_access(q, was < n ? was : n, true, OMEN_SITE_HEAP);
  return q;
}

OMEN_API void *reallocarray(void *p, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(p, bytes);
}

OMEN_API void *memalign(size_t align, size_t n) {
  return fresh(__libc_memalign(align, n), n, __builtin_frame_address(0));
}

OMEN_API void *aligned_alloc(size_t align, size_t n) {
  return fresh(__libc_memalign(align, n), n, __builtin_frame_address(0));
}

OMEN_API int posix_memalign(void **out, size_t align, size_t n) {
  if (align % sizeof(void *) || !align || (align & (align - 1))) return EINVAL;
  int saved = errno;
  void *p = fresh(__libc_memalign(align, n), n, __builtin_frame_address(0));
  errno = saved; /* this one reports by its result */
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

OMEN_API void *valloc(size_t n) { return fresh(__libc_memalign(4096, n), n, __builtin_frame_address(0)); }

OMEN_API void *pvalloc(size_t n) {
  size_t whole;
  if (__builtin_add_overflow(n, 4095, &whole)) {
    errno = ENOMEM;
    return NULL;
  }
  return fresh(__libc_memalign(4096, whole & ~(size_t)4095), n, __builtin_frame_address(0));
}
