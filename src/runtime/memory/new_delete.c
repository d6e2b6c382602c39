/* operator new and delete, so that a block knows which of them made it, and stacks begin in the program. The
 * real ones (libstdc++'s) are asked when there is no memory: they call the program's handler, and throw.
 * Weak: a program that has its own keeps it. */
#include "runtime/abi.h"
#include "runtime/memory/heap.h"
#include "runtime/shadow/poison.h"
#include <dlfcn.h>
#include <stdlib.h>

#define FRAME __builtin_frame_address(0)
#define NO_TAIL_CALL __asm__ volatile("") /* the function's name is to be on the stack */

static bool checked(void) { return omrt_on && omrt_checks_memory(); }

static void *real(const char *name) {
  void *f = dlsym(RTLD_NEXT, name);
  if (!f) abort(); /* libstdc++ is linked in statically, and there is no memory */
  return f;
}

static void *plain(size_t n, size_t align) {
  return align ? aligned_alloc(align, (n + align - 1) & ~(align - 1)) : malloc(n ? n : 1);
}

static inline __attribute__((always_inline)) void *make(size_t n, size_t align, enum omrt_block_how how,
                                                        const void *frame) {
  return checked() ? omrt_heap_allocate(n, align, how, frame) : plain(n, align);
}

static inline __attribute__((always_inline)) void give(void *p, enum omrt_block_how how, const void *frame) {
  if (!p) return;
  if (checked())
    omrt_heap_give(p, how, frame);
  else
    free(p);
  NO_TAIL_CALL;
}

/* `ours` is the name that is ours whatever the program has: see omrt_cxx_ours. */
#define WEAK(ours) OMEN_API __attribute__((weak, alias(#ours)))
#define MAKES(ours, name, how, ALIGN, params, args)                                                          \
  void *ours params;                                                                                         \
  void *name params;                                                                                         \
  OMEN_API void *ours params {                                                                               \
    void *p = make(n, ALIGN, how, FRAME);                                                                    \
    return p ? p : ((void *(*)params)real(#name))args;                                                       \
  }                                                                                                          \
  WEAK(ours) void *name params;
#define GIVES(ours, name, how, params)                                                                       \
  void ours params;                                                                                          \
  void name params;                                                                                          \
  OMEN_API void ours params { give(p, how, FRAME); }                                                         \
  WEAK(ours) void name params;
/* The compiler says how large what it destroyed was: not so if that is another type than was made. */
#define GIVES_SIZED(ours, name, how, params)                                                                 \
  void ours params;                                                                                          \
  void name params;                                                                                          \
  OMEN_API void ours params {                                                                                \
    if (p && checked()) omrt_heap_sized(p, n, how, FRAME);                                                   \
    give(p, how, FRAME);                                                                                     \
  }                                                                                                          \
  WEAK(ours) void name params;

#define NOTHROW const void *nothrow
MAKES(__omen_new, _Znwm, OMRT_BY_NEW, 0, (size_t n), (n))
MAKES(__omen_new_a, _ZnwmSt11align_val_t, OMRT_BY_NEW, align, (size_t n, size_t align), (n, align))
MAKES(__omen_new_n, _ZnwmRKSt9nothrow_t, OMRT_BY_NEW, 0, (size_t n, NOTHROW), (n, nothrow))
MAKES(__omen_new_an, _ZnwmSt11align_val_tRKSt9nothrow_t, OMRT_BY_NEW, align,
      (size_t n, size_t align, NOTHROW), (n, align, nothrow))
MAKES(__omen_news, _Znam, OMRT_BY_NEW_ARRAY, 0, (size_t n), (n))
MAKES(__omen_news_a, _ZnamSt11align_val_t, OMRT_BY_NEW_ARRAY, align, (size_t n, size_t align), (n, align))
MAKES(__omen_news_n, _ZnamRKSt9nothrow_t, OMRT_BY_NEW_ARRAY, 0, (size_t n, NOTHROW), (n, nothrow))
MAKES(__omen_news_an, _ZnamSt11align_val_tRKSt9nothrow_t, OMRT_BY_NEW_ARRAY, align,
      (size_t n, size_t align, NOTHROW), (n, align, nothrow))

GIVES(__omen_delete, _ZdlPv, OMRT_BY_NEW, (void *p))
GIVES_SIZED(__omen_delete_s, _ZdlPvm, OMRT_BY_NEW, (void *p, size_t n))
GIVES(__omen_delete_a, _ZdlPvSt11align_val_t, OMRT_BY_NEW, (void *p, size_t align))
GIVES_SIZED(__omen_delete_sa, _ZdlPvmSt11align_val_t, OMRT_BY_NEW, (void *p, size_t n, size_t align))
GIVES(__omen_delete_n, _ZdlPvRKSt9nothrow_t, OMRT_BY_NEW, (void *p, NOTHROW))
GIVES(__omen_delete_an, _ZdlPvSt11align_val_tRKSt9nothrow_t, OMRT_BY_NEW, (void *p, size_t align, NOTHROW))
GIVES(__omen_deletes, _ZdaPv, OMRT_BY_NEW_ARRAY, (void *p))
GIVES_SIZED(__omen_deletes_s, _ZdaPvm, OMRT_BY_NEW_ARRAY, (void *p, size_t n))
GIVES(__omen_deletes_a, _ZdaPvSt11align_val_t, OMRT_BY_NEW_ARRAY, (void *p, size_t align))
GIVES_SIZED(__omen_deletes_sa, _ZdaPvmSt11align_val_t, OMRT_BY_NEW_ARRAY, (void *p, size_t n, size_t align))
GIVES(__omen_deletes_n, _ZdaPvRKSt9nothrow_t, OMRT_BY_NEW_ARRAY, (void *p, NOTHROW))
GIVES(__omen_deletes_an, _ZdaPvSt11align_val_tRKSt9nothrow_t, OMRT_BY_NEW_ARRAY,
      (void *p, size_t align, NOTHROW))

bool omrt_cxx_ours(void) {
  return _Znwm == __omen_new && _Znam == __omen_news && _ZdlPv == __omen_delete && _ZdaPv == __omen_deletes &&
         _ZdlPvm == __omen_delete_s && _ZdaPvm == __omen_deletes_s;
}
