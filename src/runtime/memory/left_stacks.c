/* See left_stacks.h. */
#include "runtime/memory/left_stacks.h"
#include "runtime/fiber/fiber.h"

struct omrt_fiber *omrt_laid;

/* What comes to lie there is no stack of the threads that had it. */
void omrt_stack_forget(uintptr_t lo, size_t len) {
  for (struct omrt_fiber **p = &omrt_laid, *f; (f = *p);)
    if (f->stack_lo >= lo && f->stack_lo < lo + len)
      *p = f->laid_next;
    else
      p = &f->laid_next;
}

void omrt_stack_left(struct omrt_fiber *f) {
  if (!f->stack_lo) return;
  f->laid_next = omrt_laid;
  omrt_laid = f;
}

void omrt_stack_gone(const struct omrt_fiber *f) {
  for (struct omrt_fiber **p = &omrt_laid; *p; p = &(*p)->laid_next)
    if (*p == f) {
      *p = f->laid_next;
      return;
    }
}
