/* Threads that wait in a loop of code that is not instrumented are stopped: see preempt.c. */
#ifndef OMEN_SCHED_PREEMPT_H
#define OMEN_SCHED_PREEMPT_H
#include "runtime/fiber/fiber.h"

/* All registers of the program where it was stopped, on its own stack. */
struct omen_stop {
  struct omen_frame frame;
  uint64_t rcx, r11;
  uint64_t back[5]; /* rip, cs, flags, rsp, ss: what iretq takes */
};
_Static_assert(offsetof(struct omen_stop, rcx) == 128 && offsetof(struct omen_stop, back) == 144,
               "fiber.S knows these offsets");

void omen_preempt_entry(void);
void omen_preempt_serve(struct omen_stop *s); /* called by omen_preempt_entry */
void omen_preempt_init(void);
void omen_preempt_arm(void); /* in a fork, which does not inherit timers */
#endif
