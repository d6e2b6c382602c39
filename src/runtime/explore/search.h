/* explore/search.h: all schedules of a small program, by forking. A plan with `search` leaves the recording
 * at its start. From there on every thread stops before each operation that others could see:
 * synchronisation, atomic accesses, accesses to watched memory, output, system calls. Where several threads
 * could go on, the process forks for each of them but the last, and waits (Verisoft's search, by real
 * processes). What a run ends with goes to the shared file with the decisions that lead there
 * (record/search_file.h), which are a plan of their own.
 *
 * Not searched: a state that was met already (state_key.h); threads that go round and wait for somebody
 * (spinning.h); a thread that would only wait for another one to end. Operations that nobody sees are made at
 * once.
 *
 * Accesses to memory that is not watched are no stops. They are looked at: a race among them is told, and the
 * command begins again with that memory watched. */
#ifndef OMRT_EXPLORE_SEARCH_H
#define OMRT_EXPLORE_SEARCH_H
#include "record/events.h"
#include "record/search_file.h"
#include <stdbool.h>
#include <stdint.h>
struct omrt_fiber;

extern struct omen_search_head *omrt_search; /* NULL: this run is no search */
void omrt_search_begin(void);                /* the recording is left */

/* ---- for the mode (mode.h) ---- */
struct omrt_fiber *omrt_search_preempt(struct omrt_fiber *runnable, bool yields);
struct omrt_fiber *omrt_search_next(struct omrt_fiber *runnable, bool own);
uint32_t omrt_search_choose(uint32_t kind, const void *obj, uint32_t n);
void omrt_search_event(enum omen_ev ev, const void *obj);
void omrt_search_point(enum omen_ev ev, const void *obj, bool yields);
void omrt_search_made(enum omen_ev ev, const void *obj, uint64_t val);
void omrt_search_fiber(const struct omrt_fiber *f);
void omrt_search_wait(const struct omrt_fiber *f);
void omrt_search_resumed(void);
uint64_t omrt_search_stream(const void *file);
void omrt_search_ended(void); /* the outcome is written; does not return */

/* ---- accesses ---- */
/* About to be made, by a thread that can be stopped here; made now. */
void omrt_search_access(uint64_t addr, uint64_t len, bool write, bool later);
void omrt_search_accessed(void);
void omrt_search_unwatched(uint64_t addr, uint64_t len, bool write);

/* ---- parts: search_fork.c ---- */
void omrt_search_map(void);
/* Was this state met? It is now. */
bool omrt_search_met(uint64_t key);
/* One of n ways on: forks for the others. Ends the process where nothing more is to be searched. */
uint32_t omrt_search_branch(uint32_t n);
_Noreturn void omrt_search_done(void); /* this process searched its part */
void omrt_search_decide(const struct omen_plan_decision *d);
void omrt_search_count(uint64_t *counter);
#endif
