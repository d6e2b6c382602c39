/* Making a fiber and switching to it. */
#include "runtime/fiber/fiber.h"
#include "runtime/rt.h"
#include "runtime/upward.h"
#include <cpuid.h>
#include <string.h>
#include <ucontext.h>

struct omrt_fiber *omrt_cur, *omrt_all, *omrt_alive;
const char *const omrt_wait_words[] = {
#define X(symbol, text) text,
#include "runtime/fiber/waits.def"
};
uint8_t omrt_vectors;
uint64_t omrt_vectors_at, omrt_swaps;

static unsigned place(unsigned part) {
  unsigned a, b, c, d;
  __cpuid_count(0xd, part, a, b, c, d);
  return b;
}

/* Processors differ in what they have, and in where xsave puts it: see RESTORE in fiber.S. */
void omrt_vectors_init(void) {
  enum { OSXSAVE = 1 << 27, AVX = 1 << 28, TO_YMM = 7, ABOVE = 0xe0 };
  const unsigned wide = bit_AVX512F | bit_AVX512BW;
  unsigned a, b, c, d, on, high;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & OSXSAVE) || !(c & AVX)) return;
  __asm__("xgetbv" : "=a"(on), "=d"(high) : "c"(0));
  if ((on & TO_YMM) != TO_YMM || place(2) != 576) return;
  omrt_vectors = 1;
  if (!(on & ABOVE)) return; /* nothing is saved of them */
  omrt_vectors = 0;
  if ((on & ABOVE) != ABOVE || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & wide) != wide) return;
  omrt_vectors_at = place(5); /* the masks of AVX-512, then the upper halves, then the upper registers */
  if (place(6) == omrt_vectors_at + 64 && place(7) == omrt_vectors_at + 576) omrt_vectors = 2;
}

/* rcx and r11 are not in it: a system call does not keep them. */
struct omrt_frame omrt_frame_of(const long long *g) {
  return (struct omrt_frame){.rbp = (uint64_t)g[REG_RBP],
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

void omrt_fiber_prepare(struct omrt_fiber *f, const struct omrt_frame *from, uintptr_t sp) {
  struct omrt_frame *frame = (struct omrt_frame *)((sp - 128 - sizeof *frame) & ~(uintptr_t)63);
  *frame = *from;
  frame->rsp = sp;
  frame->rax = 0;
  frame->rbp = 0; /* the walk by frame pointers ends here */
  uint64_t *p = (uint64_t *)frame;
  *--p = (uint64_t)omrt_fiber_entry;
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

void omrt_fiber_switch(struct omrt_fiber *to) {
  struct omrt_fiber *from = omrt_cur;
  if (to == from) return;
  if (omrt_config->flags & OMEN_FLAG_DEBUG) OMRT_ASSERT(to->sp && !to->done);
  from->fsbase = __builtin_ia32_rdfsbase64();
  omrt_cur = to;
  omrt_up.switched(to);
  __builtin_ia32_wrfsbase64(to->fsbase);
  omrt_fiber_swap(&from->sp, to->sp);
}
