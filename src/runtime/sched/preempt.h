/* Threads that wait in a loop of code that is not instrumented are stopped: see preempt.c. */
#ifndef OMRT_SCHED_PREEMPT_H
#define OMRT_SCHED_PREEMPT_H
#include "runtime/fiber/fiber.h"

/* All registers of the program where it was stopped, on its own stack. */
struct omrt_stop {
  struct omrt_frame frame;
  uint64_t rcx, r11;
  uint64_t back[5]; /* rip, cs, flags, rsp, ss: what iretq takes */
};
_Static_assert(offsetof(struct omrt_stop, rcx) == 128 && offsetof(struct omrt_stop, back) == 144,
               "fiber.S knows these offsets");

void omrt_preempt_entry(void);
void omrt_preempt_serve(struct omrt_stop *s); /* called by omrt_preempt_entry */
void omrt_preempt_init(void);
void omrt_preempt_arm(void); /* in a fork, which does not inherit timers */
#endif
