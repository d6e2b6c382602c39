/* Making a fiber and switching to it. */
#include "runtime/fiber/fiber.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/shadow/hb.h"
#include <string.h>

void omen_fiber_prepare(struct omen_fiber *f, const struct omen_frame *from, uintptr_t sp) {
  struct omen_frame *frame = (struct omen_frame *)((sp - 128 - sizeof *frame) & ~(uintptr_t)63);
  *frame = *from;
  frame->rsp = sp;
  frame->rax = 0;
  frame->rbp = 0; /* the walk by frame pointers ends here */
  uint64_t *p = (uint64_t *)frame;
  *--p = (uint64_t)omen_fiber_entry;
  *--p = 0;                             /* rbp */
  *--p = (uint64_t)frame;               /* rbx */
  for (int i = 0; i < 4; i++) *--p = 0; /* r12 .. r15 */
  uint32_t words[2] = {0, 0};
  __asm__("stmxcsr %0" : "=m"(words[0]));
  uint16_t cw;
  __asm__("fnstcw %0" : "=m"(cw));
  words[1] = cw;
  p--;
  memcpy(p, words, 8);
  f->sp = p;
}

void omen_fiber_switch(struct omen_fiber *to) {
  struct omen_fiber *from = omen_cur;
  if (to == from) return;
  if (omen_config->flags & OMEN_FLAG_DEBUG) OMEN_ASSERT(to->sp && !to->done);
  from->fsbase = __builtin_ia32_rdfsbase64();
  omen_cur = to;
  omen_hb_switch(to);
  __builtin_ia32_wrfsbase64(to->fsbase);
  omen_fiber_swap(&from->sp, to->sp);
}
