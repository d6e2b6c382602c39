/* Making a fiber and switching to it. */
#include "runtime/fiber/fiber.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/shadow/hb.h"
#include <string.h>
#include <ucontext.h>

/* rcx and r11 are not in it: a system call does not keep them. */
struct omen_frame omen_frame_of(const long long *g) {
  return (struct omen_frame){.rbp = (uint64_t)g[REG_RBP],
                             .rip = (uint64_t)g[REG_RIP],
                             .rsp = (uint64_t)g[REG_RSP],
                             .rax = g[REG_RAX],
                             .rdi = (uint64_t)g[REG_RDI],
                             .rsi = (uint64_t)g[REG_RSI],
                             .rdx = (uint64_t)g[REG_RDX],
                             .r10 = (uint64_t)g[REG_R10],
                             .r8 = (uint64_t)g[REG_R8],
                             .r9 = (uint64_t)g[REG_R9],
                             .rbx = (uint64_t)g[REG_RBX],
                             .r12 = (uint64_t)g[REG_R12],
                             .r13 = (uint64_t)g[REG_R13],
                             .r14 = (uint64_t)g[REG_R14],
                             .r15 = (uint64_t)g[REG_R15],
                             .flags = (uint64_t)g[REG_EFL]};
}

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
