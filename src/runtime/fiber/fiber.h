/* fiber/: the frames and the switch. See fiber.S for the mechanism. */
#ifndef OMEN_FIBER_H
#define OMEN_FIBER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The program's registers at a trapped system call, on the program's own stack. */
struct omen_frame {
  uint64_t rbp, rip, rsp;
  int64_t rax; /* the call's number; then its result */
  uint64_t rdi, rsi, rdx, r10, r8, r9;
  uint64_t rbx, r12, r13, r14, r15, flags;
};
_Static_assert(offsetof(struct omen_frame, rax) == 24 && offsetof(struct omen_frame, r9) == 72 &&
                   offsetof(struct omen_frame, rbx) == 80 && offsetof(struct omen_frame, flags) == 120,
               "fiber.S knows these offsets");

/* Of a signal's context (its gregs). */
struct omen_frame omen_frame_of(const long long *gregs);

extern char omen_gate_start[], omen_gate_end[];
void omen_restore_rt(void);
void omen_syscall_entry(void);
void omen_site_entry(void), omen_site_entry_compared(void); /* the same without a trap: syscall/site.h */
void omen_fiber_entry(void);
void omen_fiber_swap(void **save_sp, void *load_sp);
void omen_syscall_trapped(struct omen_frame *f); /* called by omen_syscall_entry */
void omen_syscall_serve(struct omen_frame *f);   /* called by omen_site_entry */
void omen_fiber_begin(void);                     /* called first on a new fiber */

/* What fiber.S may load of an xsave area by itself: 0 nothing, 1 up to ymm, 2 up to zmm. */
extern uint8_t omen_vectors;
void omen_vectors_init(void);
extern uint64_t omen_vectors_at;
extern uint64_t omen_swaps; /* from fiber to fiber, so far */
/* Calls the function, which may touch memory that is not there: false then. It is left where it was, so that
 * it must own nothing; it makes no scheduling point. */
bool omen_guarded(void (*function)(void *), void *argument);
void omen_guard_failed(void);
extern uint64_t omen_guard_sp; /* 0: nobody is in it */

struct omen_fiber;
/* Gives a new fiber its first frame: it will go on as `from` with rax = 0, on the stack below `sp`. */
void omen_fiber_prepare(struct omen_fiber *f, const struct omen_frame *from, uintptr_t sp);
/* Runs `to`; returns when somebody switches back. */
void omen_fiber_switch(struct omen_fiber *to);
#endif
