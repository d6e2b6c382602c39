/* shadow/poison.h: memory that a correct program does not touch. The gaps around objects and what was given
 * back are *bad*; their shadow cells say so (shadow/history.h), so that every check of an access to them
 * fails into the slow path, which notes a defect (omrt_up.bad_access) and goes on. Nothing else costs
 * anything.
 *
 * Byte by byte, cheap for a few bytes. Without a shadow (--no-detect), without memory checks
 * (--no-memory-checks), before start-up and in a child that left control they do nothing. */
#ifndef OMRT_SHADOW_POISON_H
#define OMRT_SHADOW_POISON_H
#include "runtime/rt.h"

/* The program wants memory errors to be looked for. (The heap is laid out by this in every mode.) */
static inline bool omrt_checks_memory(void) { return !(omrt_config->flags & OMEN_FLAG_NO_MEMORY); }
/* And bad memory is marked in the shadow. Not in a second pass that explains no defect: the first one, which
 * is the same run, has found them all. */
static inline bool omrt_marks_memory(void) {
  return !(omrt_config->flags & (OMEN_FLAG_NO_MEMORY | OMEN_FLAG_NO_MARKS));
}

/* [addr, addr+len) is bad from here on; what was known of accesses to it is forgotten. */
void omrt_poison(uint64_t addr, uint64_t len);
/* The same, but for cells that hold accesses of other threads that may race with what is to come. */
void omrt_poison_settled(uint64_t addr, uint64_t len);
/* The same for memory that was an object and was given back. */
void omrt_poison_freed(uint64_t addr, uint64_t len);
/* What of [addr, addr+len) is bad is fresh memory from here on; the rest stays as it is. */
void omrt_unpoison(uint64_t addr, uint64_t len);
/* The first bad byte of [addr, addr+len); 0: there is none. */
uint64_t omrt_poisoned(uint64_t addr, uint64_t len);
/* The byte is bad because it was given back. */
bool omrt_poisoned_freed(uint64_t addr);
#endif
