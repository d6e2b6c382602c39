/* sync/misuse.h: the thread functions used against their rules, as defects (record/defects.h). What libc does
 * then is done all the same, and what it returns is returned. */
#ifndef OMRT_SYNC_MISUSE_H
#define OMRT_SYNC_MISUSE_H
#include "runtime/defect.h"
#include "runtime/sync/object.h"

/* What is in use, or was destroyed: `o` tells who holds it, who destroyed it and where; NULL: not known. */
struct omrt_misuse {
  enum omen_defect_kind kind;
  const void *addr;
  const struct omrt_object *o;
  const struct omrt_hold *gone; /* who gave it up and where, if `o` does not say; NULL: not known */
  const void *frame;            /* of the served function */
};
/* `fmt` says it for people: "unlocks a mutex that nobody holds". The thread's name comes before it. */
void omrt_misused(const struct omrt_misuse *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The object at addr was destroyed and is used all the same; `what`: "locks a mutex". */
void omrt_misused_destroyed(enum omrt_why kind, const void *addr, const char *what, const void *frame);
/* Is it held or waited for? Then `how` is "a mutex that thread T3 holds". What the program's memory no longer
 * has (it was zeroed, or written over) does not count. */
bool omrt_in_use(const struct omrt_object *o, char how[80]);
/* Destroying or initialising what is in use; no harm otherwise. */
void omrt_misused_destroy(enum omrt_why kind, const void *addr, const void *frame);
void omrt_misused_init(enum omrt_why kind, const void *addr, const void *frame);
/* "thread T3", "the main thread" */
const char *omrt_thread_name(int id, char out[24]);
uint64_t omrt_misuses(void);
#endif
