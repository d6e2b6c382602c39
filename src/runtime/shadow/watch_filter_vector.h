/* shadow/watch_filter_vector.h: which watched accesses somebody knows of, for the watch log's filter
 * (watch_filter.c). Inside shadow/ only.
 *
 * A vector of counts, shared by all who know the same: it is never changed, only replaced, and goes when
 * nobody refers to it. NULL knows nothing. */
#ifndef OMRT_SHADOW_WATCH_FILTER_VECTOR_H
#define OMRT_SHADOW_WATCH_FILTER_VECTOR_H
#include <stdbool.h>
#include <stdint.h>

struct omrt_filter_vector {
  uint32_t refs, n;
  uint32_t v[];
};

/* All of a is in b. */
bool omrt_filter_vector_within(const struct omrt_filter_vector *a, const struct omrt_filter_vector *b);
void omrt_filter_vector_set(struct omrt_filter_vector **to, struct omrt_filter_vector *from);
/* *to := *to | from; true: that was more. */
bool omrt_filter_vector_join(struct omrt_filter_vector **to, struct omrt_filter_vector *from);
/* *to := what both have. */
void omrt_filter_vector_meet(struct omrt_filter_vector **to, struct omrt_filter_vector *with);
void omrt_filter_vector_raise(struct omrt_filter_vector **to, uint32_t i, uint32_t value);
static inline uint32_t omrt_filter_vector_get(const struct omrt_filter_vector *l, uint32_t i) {
  return l && i < l->n ? l->v[i] : 0;
}
#endif
