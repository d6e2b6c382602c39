/* shadow/quiet_known.h: who knows of which watched access, for the filter of the watch log (quiet.c). */
#ifndef OMEN_SHADOW_QUIET_KNOWN_H
#define OMEN_SHADOW_QUIET_KNOWN_H
#include "runtime/shadow/quiet_tables.h"

enum { OMEN_TOLD_WAITING = 8 };
struct omen_told { /* a thread's part */
  struct omen_knows knows;
  uint32_t component;                     /* + 1, of its own accesses */
  bool open;                              /* it made accesses that it told nobody of */
  bool unborn;                            /* its creation is not written yet */
  struct omen_told *kids, *next, **prevp; /* unborn ones */
  struct omen_hb *parent;
  struct omen_rawev fork;
  uint32_t news, n; /* n: of `acq` */
  struct omen_told_taken {
    struct omen_rawev e;
    bool news;
  } acq[OMEN_TOLD_WAITING];
};
struct omen_told *omen_told_of(struct omen_hb *hb);

extern bool omen_known_given_up; /* too many threads make watched accesses: what anybody knows is not known */
extern uint32_t omen_known_due;  /* events to be written until omen_known_settle is worth its while */
/* Finds what every live thread knows: nobody can learn that any more. */
void omen_known_settle(void);

/* Would a clock have more, if it took in `from`? Would it be another, if it became that? */
bool omen_knows_news(const struct omen_knows *from, const struct omen_knows *to);
bool omen_knows_differ(const struct omen_knows *a, const struct omen_knows *b);
/* Would a thread learn? */
bool omen_knows_teach(const struct omen_knows *from, const struct omen_told *t);
void omen_knows_learn(struct omen_knows *to, const struct omen_knows *from);
void omen_knows_become(struct omen_knows *to, const struct omen_knows *from);

/* Accesses. Does the thread learn by reading, or memory by its writing? Then it was made; memory became
 * fresh. */
bool omen_known_access_tells(const struct omen_told *t, const struct omen_rawev *e);
void omen_known_accessed(struct omen_told *t, const struct omen_rawev *e, bool watched);
void omen_known_fresh(const struct omen_rawev *e);
/* It makes no more of them. */
void omen_known_ended(struct omen_told *t);
#endif
