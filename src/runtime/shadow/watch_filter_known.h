/* shadow/watch_filter_known.h: who knows of which watched access, for the filter of the watch log
 * (watch_filter.c). */
#ifndef OMRT_SHADOW_WATCH_FILTER_KNOWN_H
#define OMRT_SHADOW_WATCH_FILTER_KNOWN_H
#include "record/rawev.h"
#include "runtime/shadow/watch_filter_tables.h"

enum { OMRT_TOLD_WAITING = 8 };
struct omrt_told { /* a thread's part */
  struct omrt_knows knows;
  uint32_t component;                     /* + 1, of its own accesses */
  bool open;                              /* it made accesses that it told nobody of */
  bool unborn;                            /* its creation is not written yet */
  struct omrt_told *kids, *next, **prevp; /* unborn ones */
  struct omrt_hb *parent;
  struct omen_rawev fork;
  uint32_t news, n; /* n: of `acq` */
  struct omrt_told_taken {
    struct omen_rawev e;
    bool news;
  } acq[OMRT_TOLD_WAITING];
};
struct omrt_told *omrt_told_of(struct omrt_hb *hb);

extern bool omrt_known_given_up; /* too many threads make watched accesses: what anybody knows is not known */
extern uint32_t omrt_known_due;  /* events to be written until omrt_known_settle is worth its while */
/* Finds what every live thread knows: nobody can learn that any more. */
void omrt_known_settle(void);

/* Would a clock have more, if it took in `from`? Would it be another, if it became that? */
bool omrt_knows_news(const struct omrt_knows *from, const struct omrt_knows *to);
bool omrt_knows_differ(const struct omrt_knows *a, const struct omrt_knows *b);
/* Would a thread learn? */
bool omrt_knows_teach(const struct omrt_knows *from, const struct omrt_told *t);
void omrt_knows_learn(struct omrt_knows *to, const struct omrt_knows *from);
void omrt_knows_become(struct omrt_knows *to, const struct omrt_knows *from);

/* Accesses. Does the thread learn by reading, or memory by its writing? Then it was made; memory became
 * fresh. */
bool omrt_known_access_tells(const struct omrt_told *t, const struct omen_rawev *e);
void omrt_known_accessed(struct omrt_told *t, const struct omen_rawev *e, bool watched);
void omrt_known_fresh(const struct omen_rawev *e);
/* It makes no more of them. */
void omrt_known_ended(struct omrt_told *t);
#endif
