/* sync/: the synchronisation of the program. Functions of libc's names (pthread_mutex_lock, sem_wait,
 * mtx_lock, ...), linked into the variant, take the place of libc's for the program and all its libraries;
 * docs/synchronisation.md says what each does. This header is what the rest of the runtime needs of them.
 *
 * The state that decides what an operation returns is kept in the program's own memory, in the layout of
 * glibc: a zeroed, copied or re-initialised object means what it means natively, gdb shows it, and libc can
 * take over at any moment. It does whenever omrt_on is false. What libc has no place for (clocks, who waits,
 * who holds and since where) is in a table by address: object.h. */
#ifndef OMRT_SYNC_SYNC_H
#define OMRT_SYNC_SYNC_H
#include "runtime/sched/sched.h"

/* Finds libc's own functions (dlsym: may allocate). Call it before omrt_on is set; a first operation while
 * omrt_on is false calls it too. */
void omrt_sync_init(void);
/* The memory is gone or fresh (free, munmap): objects in it are forgotten. Cheap when there are none. */
void omrt_sync_forget(const void *addr, uint64_t len);
/* The same for memory that the program gives back (free); what is still in use there is a defect. `frame`:
 * see omrt_backtrace. */
void omrt_sync_freed(const void *addr, uint64_t len, const void *frame);
/* f ends: call it while f is current and its `done` is about to be set, with no scheduling point in between.
 * Robust mutexes that it holds get their owner-died mark; who joins it goes on. */
void omrt_sync_thread_exit(struct omrt_fiber *f);
/* f ended, was joined or detached, and is forgotten; false: somebody waits to join it all the same. */
bool omrt_sync_thread_gone(struct omrt_fiber *f);
/* The outcome file's `hold` lines (and `object`: where a held object was initialised or first seen) and
 * counters. */
void omrt_sync_report(void);
/* Number of the fiber that `obj`, waited for as `why`, is held by, or -1: nobody, or it is not that kind of
 * wait. For a join: the fiber that is waited for. */
int omrt_sync_holder(enum omrt_why why, const void *obj);

bool omrt_sync_holds(int thread, const void *addr); /* the lock at addr */

/* A clone made this one: where pthread_create was called, if it was, and whether detached. (Its system calls
 * may let other threads run, and create: what belongs to omrt_cur is found.) */
void omrt_sync_created(struct omrt_fiber *child);
#endif
