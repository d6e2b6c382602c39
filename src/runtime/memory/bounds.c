/* What the code itself found out by a comparison: an index outside of an object that it knows, a division or
 * a shift without a result. */
#include "runtime/abi.h"
#include "runtime/memory/hit_object.h"
#include "runtime/shadow/poison.h"
#include "runtime/defect.h"

OMEN_SLOW void __omen_bounds(const void *addr, uint64_t len, const void *base, uint64_t size, uint32_t how,
                             uint32_t site) {
  if (!omrt_on || !omrt_checks_memory()) return;
  const char *place = how & OMEN_BOUNDS_STACK ? "stack" : how & OMEN_BOUNDS_GLOBAL ? "global" : NULL;
  struct omrt_hit whole = {0};
  if (!place && omrt_hit_find((uint64_t)base, &whole)) place = whole.place;
  omrt_defect(&(struct omrt_defect){
      .kind = OMEN_DEFECT_OUT_OF_BOUNDS,
      .op = how & OMEN_BOUNDS_WRITE ? 'w' : 'r',
      .site = omen_site_number(site),
      .addr = (uint64_t)addr,
      .len = len,
      .frame = __builtin_frame_address(0),
      .place = place,
      .base = (uint64_t)base,
      .size = size,
      .made = whole.made,
      .says = how & OMEN_BOUNDS_INNER ? "an array that is part of a larger object" : NULL});
}

OMEN_SLOW void __omen_arithmetic(int64_t left, int64_t right, uint32_t how, uint32_t site) {
  if (!omrt_on || !omrt_checks_memory()) return;
  char says[100];
  if (how == OMEN_SHIFT_TOO_FAR)
    omrt_fmt(says, sizeof says, "shift by %ld", right);
  else if (how == OMEN_BY_ZERO)
    omrt_fmt(says, sizeof says, "division of %ld by 0", left);
  else
    omrt_fmt(says, sizeof says, "division of %ld by %ld", left, right);
  omrt_defect(
      &(struct omrt_defect){.kind = how == OMEN_SHIFT_TOO_FAR ? OMEN_DEFECT_SHIFT : OMEN_DEFECT_DIVISION,
                            .site = omen_site_number(site),
                            .frame = __builtin_frame_address(0),
                            .says = says});
}

/* An index that leads out of all that is mapped is left to the access: that the program dies of it says more.
 */
#define WILD (1ll << 36)

OMEN_SLOW void __omen_index(int64_t index, uint64_t limit, uint32_t how, uint32_t site) {
  if (!omrt_on || !omrt_checks_memory() || index > WILD || index < -WILD) return;
  char says[100];
  if (limit == INT64_MAX)
    omrt_fmt(says, sizeof says, "index %ld, in front of the array", index);
  else
    omrt_fmt(says, sizeof says, "index %ld of an array of %lu", index, limit);
  omrt_defect(&(struct omrt_defect){.kind = OMEN_DEFECT_OUT_OF_BOUNDS,
                                    .op = how & OMEN_BOUNDS_WRITE ? 'w' : 'r',
                                    .site = omen_site_number(site),
                                    .frame = __builtin_frame_address(0),
                                    .says = says});
}
