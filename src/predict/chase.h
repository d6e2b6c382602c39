/* The accesses of one variable by *site* (thread, class of access, and program location where that is asked
 * for), and the search for sync-preserving races between them.
 *
 * For two sites the search goes over the later accesses in order, and keeps the earliest access of the other
 * site that may still race. If that one is in the ideal that the two need, then also in the ideal of every
 * later access: it is done with for good. So every access of both sites is looked at once. */
#ifndef OMEN_PREDICT_CHASE_H
#define OMEN_PREDICT_CHASE_H
#include "detect/history.h"
#include "predict/candidates.h"

struct omen_chase_site {
  uint32_t thread, loc, first, n; /* its accesses: a range of `list` */
  uint8_t cls;
};
struct omen_chase_item { /* an access of a site */
  uint32_t access, step;
};
struct omen_chase {
  const struct omen_window *w;
  const struct omen_race_access *access;
  uint32_t n;     /* accesses of the variable */
  uint32_t fresh; /* thread of the event that made it fresh, and its step */
  uint32_t fresh_step, fresh_row;
  struct omen_chase_site *site;
  uint32_t sites, csites;
  uint32_t *site_of;            /* by access */
  struct omen_chase_item *list; /* accesses by site */
  uint32_t *at;                 /* by pair of sites: the earliest that may still race; OMEN_CHASE_DONE */
  uint32_t *ideals;             /* by pair of sites, where there is room */
  uint32_t *scratch;            /* else */
  uint32_t left;                /* accesses of further sites, which are left out */
};
#define OMEN_CHASE_DONE UINT32_MAX
enum { OMEN_CHASE_SITES = 2048 };     /* at most: every two of them are looked at */
#define OMEN_CHASE_NO_SITE UINT32_MAX /* of an access that is left out */

/* `locations`: sites of different locations are apart. */
void omen_chase_start(struct omen_chase *c, const struct omen_window *w, const struct omen_candidates *all,
                      uint32_t k, bool locations);
void omen_chase_end(struct omen_chase *c);
/* May accesses of the sites race at all? */
static inline bool omen_chase_conflict(const struct omen_chase *c, uint32_t a, uint32_t b) {
  return c->site[a].thread != c->site[b].thread && (omen_conflicts[c->site[a].cls] >> c->site[b].cls & 1);
}
/* Does an access of site `a` before access j race with j? Then which event, and the ideal. */
bool omen_chase_look(struct omen_chase *c, uint32_t a, uint32_t j, uint32_t *event, const uint32_t **ideal);
/* Fetches what access j will ask for; j may be too large. */
static inline void omen_chase_expect(const struct omen_chase *c, uint32_t j) {
  if (j < c->n) __builtin_prefetch(omen_must_row(&c->w->must, c->access[j].row));
}
static inline uint32_t *omen_chase_at(const struct omen_chase *c, uint32_t a, uint32_t b) {
  return &c->at[(size_t)b * c->sites + a];
}
#endif
