/* Pairs of locations found in the first pass already. Most racy variables are accessed at a few places, and
 * race at all of them again and again: then the second pass would find nothing new.
 *
 * Every variable knows its *sites* (location and class of access), up to four; that is all that a clean one
 * pays. From its first warning on it is OPEN: each thread's latest time at each site is kept, and accesses
 * are compared with those of the sites whose pair is not known yet. When all pairs of its sites are known it
 * is CLOSED, and only looks whether a site is new, which opens it again. One with more sites is LOST. The
 * second pass completes such variables, and those that are still open at the end.
 *
 * So nothing here has to be complete; only what is said to be. */
#ifndef OMEN_DETECT_LIVE_H
#define OMEN_DETECT_LIVE_H
#include "detect/pairset.h"

enum { OMEN_LIVE_SITES = 4 };
enum omen_live_state { OMEN_LIVE_CLEAN, OMEN_LIVE_CLOSED, OMEN_LIVE_OPEN, OMEN_LIVE_LOST };
struct omen_live_sites {          /* of a variable; all zero at first */
  uint32_t site[OMEN_LIVE_SITES]; /* (location << 2 | class) + 1; 0: none */
  uint32_t at;                    /* OPEN: where its times are: a row for each site */
  uint16_t open;                  /* bit 4 * i + k: the pair of sites i and k is not known yet */
  uint8_t state, looks;
};
struct omen_live { /* of an engine */
  struct omen_pairset pairs;
  uint32_t *times;
  uint32_t n, cap; /* in blocks of OMEN_LIVE_SITES rows; block 0 is not used */
  uint32_t stride; /* words of a row, as those of the clocks that are handed in */
  uint32_t free;   /* first free block, 0: none; its first word names the next */
  bool off;        /* nobody asks for pairs */
};
void omen_live_release(struct omen_live *l);
void omen_live_stride(struct omen_live *l, uint32_t stride); /* rows get longer */
/* The variable had its first warning. */
void omen_live_open(struct omen_live *l, struct omen_live_sites *s);
void omen_live_new_site(struct omen_live *l, struct omen_live_sites *s, uint32_t site);
/* An access to an open variable: first its pairs with sites of a class in the set, then its time. */
void omen_live_look(struct omen_live *l, struct omen_live_sites *s, uint32_t site, const uint32_t *clock,
                    unsigned classes);
void omen_live_record(struct omen_live *l, const struct omen_live_sites *s, uint32_t site, uint32_t thread,
                      uint32_t time);
/* Accesses before do not count any more. */
void omen_live_forget(struct omen_live *l, const struct omen_live_sites *s);
/* After the pass: are all pairs of the (racy) variable known? */
bool omen_live_complete(const struct omen_live *l, const struct omen_live_sites *s);

static inline uint32_t omen_live_site(uint32_t loc, unsigned cls) { return (loc << 2 | cls) + 1; }

/* For every access: learns of its site. True: the variable is open, and the access is to be looked at and
 * recorded. */
static inline bool omen_live_meet(struct omen_live *l, struct omen_live_sites *s, uint32_t loc,
                                  uint32_t site) {
  if (s->state == OMEN_LIVE_LOST) return false;
  unsigned same = (unsigned)(s->site[0] == site) | (s->site[1] == site) | (s->site[2] == site) |
                  (s->site[3] == site) | (loc >> 30);
  if (__builtin_expect(same != 1, 0)) {
    if (loc >> 30)
      s->state = OMEN_LIVE_LOST; /* its number has no room in a site */
    else
      omen_live_new_site(l, s, site);
  }
  return s->state == OMEN_LIVE_OPEN;
}
static inline void omen_live_warned(struct omen_live *l, struct omen_live_sites *s) {
  if (s->state == OMEN_LIVE_CLEAN) omen_live_open(l, s);
}
#endif
