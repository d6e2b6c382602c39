/* How a run ends: the outcome is written, files are flushed, the process goes. */
#ifndef OMEN_END_H
#define OMEN_END_H
#include <stddef.h>
#include <stdint.h>
void omen_end_exit(int status); /* exit_group by the program: does not return */
void omen_end_signal(int sig, uint64_t addr,
                     uint64_t pc);       /* death by signal; returns so that it can happen */
_Noreturn void omen_end_deadlock(void);  /* nobody can run */
_Noreturn void omen_end_outside(void);   /* an exploration waits for what never comes */
_Noreturn void omen_end_endless(void);   /* an exploration's limit */
_Noreturn void omen_end_now(int status); /* outcome has its `end` line already */
#endif
