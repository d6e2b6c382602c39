/* Memory calls: always really performed, and made to give the same addresses in a replay. */
#ifndef OMRT_SYSCALL_MMAP_H
#define OMRT_SYSCALL_MMAP_H
#include <stdint.h>
struct omrt_fiber;
/* A new thread starts on the stack whose top is `sp`: whatever earlier threads did there does not matter. */
void omrt_stack_fresh(struct omrt_fiber *f, uintptr_t sp);
#endif
