/* fiber/: the frames and the switch. See fiber.S for the mechanism. */
#ifndef OMRT_FIBER_FIBER_H
#define OMRT_FIBER_FIBER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The program's registers at a trapped system call, on the program's own stack. */
struct omrt_frame {
  uint64_t rbp, rip, rsp;
  int64_t rax; /* the call's number; then its result */
  uint64_t rdi, rsi, rdx, r10, r8, r9;
  uint64_t rbx, r12, r13, r14, r15, flags;
};
_Static_assert(offsetof(struct omrt_frame, rax) == 24 && offsetof(struct omrt_frame, r9) == 72 &&
                   offsetof(struct omrt_frame, rbx) == 80 && offsetof(struct omrt_frame, flags) == 120,
               "fiber.S knows these offsets");

/* Of a signal's context (its gregs). */
struct omrt_frame omrt_frame_of(const long long *gregs);

extern char omrt_gate_start[], omrt_gate_end[];
void omrt_restore_rt(void);
void omrt_syscall_entry(void);
void omrt_site_entry(void), omrt_site_entry_compared(void); /* the same without a trap: syscall/site.h */
void omrt_fiber_entry(void);
void omrt_fiber_swap(void **save_sp, void *load_sp);
void omrt_syscall_trapped(struct omrt_frame *f); /* called by omrt_syscall_entry */
void omrt_syscall_serve(struct omrt_frame *f);   /* called by omrt_site_entry */
void omrt_fiber_begin(void);                     /* called first on a new fiber */

/* What fiber.S may load of an xsave area by itself: 0 nothing, 1 up to ymm, 2 up to zmm. */
extern uint8_t omrt_vectors;
void omrt_vectors_init(void);
extern uint64_t omrt_vectors_at;
extern uint64_t omrt_swaps; /* from fiber to fiber, so far */
/* Calls the function, which may touch memory that is not there: false then. It is left where it was, so that
 * it must own nothing; it makes no scheduling point. */
bool omrt_guarded(void (*function)(void *), void *argument);
void omrt_guard_failed(void);
extern uint64_t omrt_guard_sp; /* 0: nobody is in it */

struct omrt_fiber;
/* Gives a new fiber its first frame: it will go on as `from` with rax = 0, on the stack below `sp`. */
void omrt_fiber_prepare(struct omrt_fiber *f, const struct omrt_frame *from, uintptr_t sp);
/* Runs `to`; returns when somebody switches back. */
void omrt_fiber_switch(struct omrt_fiber *to);
#endif
