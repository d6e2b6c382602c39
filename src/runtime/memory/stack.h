/* memory/stack.h: gaps in stack frames (runtime/abi.h has their layout). A bad cell of a stack is a hint, not
 * a proof: calls can end without a return (longjmp, exceptions, the end of a thread), and code that is not
 * instrumented uses the stack as it likes. So what a bad access hit there is judged when it happens. */
#ifndef OMRT_MEMORY_STACK_H
#define OMRT_MEMORY_STACK_H
#include "runtime/memory/hit_object.h"

enum omrt_stack_verdict {
  OMRT_STACK_NONE,  /* no stack that is known */
  OMRT_STACK_FINE,  /* nothing is wrong with the access: the mark was old, and is gone now */
  OMRT_STACK_WRONG, /* a gap, or a variable of a call that is over; `out` is filled */
};
/* `frame`: as in struct omrt_defect. */
enum omrt_stack_verdict omrt_stack_judge(uint64_t addr, const void *frame, struct omrt_hit *out);
#endif
