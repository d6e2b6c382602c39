/* memory/stack.h: gaps in stack frames (runtime/abi.h has their layout). A bad cell of a stack is a hint, not
 * a proof: calls can end without a return (longjmp, exceptions, the end of a thread), and code that is not
 * instrumented uses the stack as it likes. So what a bad access hit there is judged when it happens. */
#ifndef OMEN_MEMORY_STACK_H
#define OMEN_MEMORY_STACK_H
#include "runtime/memory/object.h"

enum omen_stack_verdict {
  OMEN_STACK_NONE,  /* no stack that is known */
  OMEN_STACK_FINE,  /* nothing is wrong with the access: the mark was old, and is gone now */
  OMEN_STACK_WRONG, /* a gap, or a variable of a call that is over; `out` is filled */
};
/* `frame`: as in struct omen_defect. */
enum omen_stack_verdict omen_stack_judge(uint64_t addr, const void *frame, struct omen_hit *out);
#endif
