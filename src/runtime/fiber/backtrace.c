/* The stack of the current fiber: see fiber.h. */
#include "runtime/fiber/fiber.h"
#include "runtime/rt.h"

/* On a stack of the program's own making (makecontext, a coroutine library, sigaltstack) only what is surely
 * there is walked: up to eight pages. */
static uintptr_t end_of_foreign(uintptr_t lo) {
  uintptr_t page = lo & ~4095ull, end = page;
  while (end - page < 8 << 12 && omrt_page_readable(end)) end += 4096;
  return end;
}

int omrt_backtrace(const void *frame, uint64_t *pcs, int max) {
  const struct omrt_fiber *f = omrt_cur;
  uintptr_t lo = (uintptr_t)frame, hi = f ? f->stack_hi : 0;
  bool foreign = f && (lo >= hi || lo < f->stack_lo);
  if (foreign) hi = end_of_foreign(lo);
  const uintptr_t *fp = frame;
  int n = 0;
  while (n < max && omrt_frame_fits((uintptr_t)fp, lo, hi)) {
    uintptr_t pc = fp[1];
    if (pc < 4096) break;
    pcs[n++] = pc;
    if (pc - omrt_code >= omrt_code_size && n < max && (pcs[n] = omrt_hidden_caller(fp, pc, hi))) n++;
    lo = (uintptr_t)fp + 16;
    fp = (const uintptr_t *)fp[0];
    if (foreign && (uintptr_t)fp >= f->stack_lo && (uintptr_t)fp < f->stack_hi) {
      foreign = false; /* a handler on an alternate stack: below it is what it interrupted */
      lo = f->stack_lo;
      hi = f->stack_hi;
    }
  }
  return n;
}
