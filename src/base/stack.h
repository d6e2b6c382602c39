/* base/stack.h: a stack that is large enough. Libraries that the command uses (debug information, LLVM) need
 * far more than a user's `ulimit -s` may leave, and that limit is the program's to live with, not ours. */
#ifndef OMEN_BASE_STACK_H
#define OMEN_BASE_STACK_H

/* Returns what main_function does; where the stack is small, it runs on one of its own. Once a process. */
int omen_on_large_stack(int (*main_function)(int argc, char **argv), int argc, char **argv);
#endif
