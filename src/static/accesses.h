/* Accesses of the program to memory, and what is known at each. Private to static/. */
#ifndef OMEN_STATIC_ACCESSES_H
#define OMEN_STATIC_ACCESSES_H
#include "static/locks.h"
#include "static/thread_roots.h"

struct omen_sacc {
  LLVMValueRef inst, ptr;
  uint32_t node; /* of ptr */
  uint32_t fn;
  uint32_t spot;             /* its place in the source and whether it writes, as a number: spots.c */
  uint64_t size;             /* 0: not known */
  bool write, atomic, fresh; /* fresh: no other thread can have the block yet */
  struct omen_flow flow;
  const struct omen_lockset *held; /* since the function's entry; many accesses share one */
};
struct omen_scan_state {
  struct omen_program p;
  struct omen_threads t;
  struct omen_locks l;
  struct omen_lockset *entry[OMEN_ROOTS]; /* of each function: what callers hold in all cases */
  struct omen_sacc *acc;
  uint32_t nacc, acc_cap;
  struct omen_lockset **sets; /* that accesses point to */
  uint32_t nsets, sets_cap;
  bool locks_only; /* only locksets count: for comparison */
  bool others;     /* accesses of unknown code count, too */
  bool racy_only;  /* which accesses may race, not with which: no list, and so no end of it */
};
/* accesses.c */
void omen_accesses_find(struct omen_scan_state *a);
/* spots.c */
void omen_spots_find(struct omen_scan_state *a);
/* escape.c: which objects several threads may reach; of which there is only one. */
void omen_once_find(struct omen_program *p);
void omen_shared_find(struct omen_program *p);
bool omen_fresh(struct omen_program *p, uint32_t fn, LLVMValueRef inst, LLVMValueRef ptr);
/* entry.c: locks that callers hold. */
void omen_entry_locks(struct omen_scan_state *a);
#endif
