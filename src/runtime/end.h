/* How a run ends: the outcome is written, files are flushed, the process goes. */
#ifndef OMRT_END_H
#define OMRT_END_H
#include "record/plan.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
void omrt_end_exit(int status); /* exit_group by the program: does not return */
/* The program becomes another one: the outcome is written, and who calls this goes on to that. */
void omrt_end_replaced(void);
struct omrt_fault { /* where the program was; all zero when it stands in the runtime, behind the caller */
  uint64_t addr, pc;
  const void *frame; /* its frame pointer, if that can be one */
};
void omrt_end_signal(int sig, struct omrt_fault at); /* death by signal; returns so that it can happen */
_Noreturn void omrt_end_deadlock(void);              /* nobody can run */
_Noreturn void omrt_end_outside(void);               /* an exploration waits for what never comes */
_Noreturn void omrt_end_defect(void);                /* an exploration: the last one noted */
_Noreturn void omrt_end_region(void);                /* an exploration that was to come so far */
_Noreturn void omrt_end_seen(void);                  /* the watch pass, likewise */
_Noreturn void omrt_end_cut(void);                   /* a replay: the recording goes no further */
_Noreturn void omrt_end_limit(void); /* a contained run came to the limit of its events, or of time */
_Noreturn void omrt_end_endless(enum omen_plan_known how); /* an exploration: how that is known */
/* A run that a feeder forked (record/feeder_memory.h) ends in fewer words: omrt_up.fed. */
extern bool omrt_fed;
void omrt_end_maps(void);                /* outcome lines: executable mappings */
_Noreturn void omrt_end_now(int status); /* outcome has its `end` line already */
#endif
