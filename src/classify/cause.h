/* Causes: but for which order would it not have happened? A run that goes wrong is deterministic, and so is
 * the same run with one pair of its events the other way round (run_trace.h). Each pair is reversed alone,
 * with all else as it was; where the failure goes, the order of that pair is a cause.
 *
 * To reverse one pair may reverse others: a thread that is stopped before one access makes all that follow
 * later, too. So each reversed run is traced, and the set of pairs that it reversed is known, also of those
 * that did not come any more. A pair is blamed only if nothing reverses a part of that set. Where two drag
 * each other, the one is reversed with the other kept.
 *
 * Where something else goes wrong instead, and the failing thread came past its failure, the pair is to blame
 * as well, unless others cure by themselves; what prevents both is searched behind it. If nothing alone
 * helps, pairs are reversed together, and as many left out as can be. */
#ifndef OMEN_CLASSIFY_CAUSE_H
#define OMEN_CLASSIFY_CAUSE_H
#include "classify/run_trace.h"
#include "classify/schedule.h"

/* An event of the run that goes wrong. */
struct omen_cause_side {
  uint32_t thread, site; /* site OMEN_NO_SITE: none */
  uint64_t point, addr, size;
  bool write, atomic;
  enum omen_raw_use use; /* of an operation on a synchronisation object; else NONE */
  uint64_t *pcs;         /* its stack, innermost first */
  size_t npcs;
};
/* Two of them in the order without which it would not have happened. */
struct omen_cause_pair {
  enum omen_pair_kind kind;
  struct omen_cause_side side[2];       /* the earlier, the later */
  struct omen_watch where;              /* RACE: the bytes; LOCK, USE: the object */
  struct omen_plan_constraint reversed; /* brings about the other order; exact: it is known */
};

/* What would prevent it, tried: with critical sections of one lock assumed (TOGETHER), or with the cause's
 * order as it does no harm (ORDER), in the failing schedule and in others. */
enum omen_assumed {
  OMEN_ASSUMED_NOTHING,
  OMEN_ASSUMED_TOGETHER,
  OMEN_ASSUMED_ORDER,
  OMEN_ASSUMED_MEMORY /* stronger memory orders: cause_orders.c */
};
/* An instruction whose accesses would have this memory order (C11's numbers). */
struct omen_stronger {
  uint32_t site, order, thread;        /* thread: one that makes them */
  bool reads, writes, atomic, several; /* several: not all of its accesses are to the same memory */
  struct omen_watch where;             /* of one of them */
};
struct omen_remedy {
  enum omen_assumed assumed;
  struct omen_stronger *orders; /* MEMORY: the weakest that prevent it */
  size_t norders;
  uint32_t fence; /* MEMORY: or, instead, a seq_cst fence right before this site; OMEN_NO_SITE: not enough */
  int without;    /* MEMORY: of the schedules, so many fail as the program is */
  bool whole;     /* MEMORY: all schedules were tried with it, and none fails */
  int schedules;  /* that could be had, and came to an end or failed in the same way */
  int fail;       /* of them: it happens all the same */
};

enum omen_enough { OMEN_ENOUGH_UNKNOWN, OMEN_ENOUGH_NO, OMEN_ENOUGH_YES };

enum { OMEN_CAUSE_STALE = 16, OMEN_STALE_PCS = 8 };
struct omen_stale_access {
  uint64_t addr, pc[OMEN_STALE_PCS];
  size_t npc;
};

struct omen_cause {
  enum omen_cause_kind kind;
  struct omen_cause_pair *pairs;
  size_t npairs;
  struct omen_plan prevented; /* the same run with the cause's order reversed: it does not go wrong */
  bool tested;                /* a fresh process showed that */
  int further;                /* orders that it reverses besides, so that nothing else goes wrong */
  struct omen_remedy remedy;
  /* Under another model than sc: of each there is a run that goes wrong in the same way, and in which nothing
   * else missed newer stores. */
  struct omen_stale_access stale[OMEN_CAUSE_STALE];
  int nstale;
  enum omen_enough enough;    /* does the recorded schedule go wrong with nothing but this order changed? */
  int tried, reversed, cured; /* pairs tried; that could be reversed; that cured */
};

struct omen_cause_question {
  struct omen_explorer *x;
  const struct omen_plan *plan;          /* a list of switches: schedule.h */
  const struct omen_schedule_goal *goal; /* what it shows; the deadline is that of asking */
  uint64_t events; /* of a run without end: so many are enough to show it; 0: it ends by itself */
  const struct omen_plan *recorded;            /* the recorded run as such a list; NULL: there is none */
  const struct omen_run_trace *recorded_trace; /* and its trace */
  bool (*sound)(void *context,
                const struct omen_result *r); /* nothing goes wrong in this run; context: goal's */
};

/* -1: explorations could not be run. What could not be found out in time is UNKNOWN. */
int omen_cause_ask(const struct omen_cause_question *q, struct omen_cause *out, struct omen_err *err);
void omen_cause_release(struct omen_cause *c);
#endif
