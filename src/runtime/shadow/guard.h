/* shadow/guard.h: memory of which every access must be seen, at no cost to other memory, while histories are
 * kept as ever. The cells of guarded memory hold GUARD, so that every inlined check fails into the slow path;
 * what they would hold otherwise is kept here, and put back for as long as somebody works on the cells:
 *
 *   lift(range); ... read or change cells ...; lay(range);
 *
 * Nothing may run between the two. Both do nothing where nothing is guarded. */
#ifndef OMRT_SHADOW_GUARD_H
#define OMRT_SHADOW_GUARD_H
#include "record/config.h"
#include <stdbool.h>
#include <stdint.h>

#define OMRT_GUARDS 4096     /* cells, at most */
extern uint32_t omrt_guards; /* cells guarded */

/* From here on these ranges are guarded, and nothing else. What does not fit is left out: false. */
bool omrt_guard_set(const struct omen_watch *ranges, uint32_t n);
bool omrt_guard_covers_some(uint64_t addr, uint64_t len);
static inline bool omrt_guard_covers(uint64_t addr, uint64_t len) {
  return __builtin_expect(omrt_guards != 0, 0) && omrt_guard_covers_some(addr, len);
}
void omrt_guard_lift_some(uint64_t addr, uint64_t len);
void omrt_guard_lay_some(uint64_t addr, uint64_t len);
static inline void omrt_guard_lift(uint64_t addr, uint64_t len) {
  if (__builtin_expect(omrt_guards != 0, 0)) omrt_guard_lift_some(addr, len);
}
static inline void omrt_guard_lay(uint64_t addr, uint64_t len) {
  if (__builtin_expect(omrt_guards != 0, 0)) omrt_guard_lay_some(addr, len);
}
#endif
