/* A plan as bytes: at the end of the runtime's configuration (config.h), and with an order to a checkpoint
 * (checkpoint_requests.h). One block:  struct omen_plan_bytes; constraints; decisions; input, filled up to
 * eight bytes.
 *
 * The reader makes no copy: omen_plan_view gives a plan whose lists lie in the block. The runtime includes
 * this, so nothing here allocates. */
#ifndef OMEN_RECORD_PLAN_BYTES_H
#define OMEN_RECORD_PLAN_BYTES_H
#include "record/plan.h"

#define OMEN_PLAN_MAGIC 0x4e414c50u /* "PLAN" */
#define OMEN_PLAN_VERSION 5u
/* Far more than any plan needs today: a search for causes or a solver names one decision for each switch of a
 * run. A longer list is an error of whoever made it, and is told as one. */
#define OMEN_PLAN_DECISIONS 1000000u
#define OMEN_PLAN_CONSTRAINTS 1000000u
#define OMEN_PLAN_INPUT (16u << 20)
#define OMEN_PLAN_LOCKS 32 /* LOCKS that the runtime makes stand: a bit each */

struct omen_plan_bytes {
  uint32_t magic, version;
  uint64_t size;
  struct omen_plan plan; /* its pointers and rooms are 0 */
};
_Static_assert(sizeof(struct omen_plan_event) == 40 && sizeof(struct omen_plan_constraint) == 136 &&
                   sizeof(struct omen_plan_decision) == 48 && sizeof(struct omen_plan_bytes) % 8 == 0,
               "no holes: plans are compared by their bytes");

static inline uint64_t omen_plan_size(const struct omen_plan *p) {
  return sizeof(struct omen_plan_bytes) + p->nconstraints * sizeof(struct omen_plan_constraint) +
         p->ndecisions * sizeof(struct omen_plan_decision) + (p->ninput + 7) / 8 * 8;
}

/* What is wrong with the plan itself; NULL: nothing. The lists are looked at once their lengths are right. */
static inline const char *omen_plan_wrong(const struct omen_plan *p, uint32_t strategies) {
  if (p->nconstraints > OMEN_PLAN_CONSTRAINTS) return "it has too many constraints";
  if (p->ndecisions > OMEN_PLAN_DECISIONS) return "it has too many decisions";
  if (p->ninput > OMEN_PLAN_INPUT) return "it has too many bytes of input";
  if (p->leave.at >= OMEN_LEAVES) return "it does not say where the recording is left";
  if (p->tell > OMEN_TELL_ALL) return "it does not say what is to be told";
  if (p->then >= OMEN_THENS) return "it does not say what comes after the accesses met";
  if (p->tail.strategy >= strategies) return "its strategy is unknown";
  if (p->tail.outside >= OMEN_OUTSIDES) return "it does not say when the outside sends";
  for (uint64_t i = 0; i < p->nconstraints; i++)
    if (p->constraints[i].how >= OMEN_HOWS) return "a constraint is of an unknown kind";
  for (uint64_t i = 0; i < p->ndecisions; i++) {
    const struct omen_plan_decision *d = &p->decisions[i];
    if (d->kind >= OMEN_DECISIONS) return "a decision is of an unknown kind";
    if (d->offset > p->ninput || d->len > p->ninput - d->offset) return "the bytes of an input are not there";
  }
  if (p->leave.at == OMEN_LEAVE_RACE && !omen_plan_race(p))
    return "it leaves the recording at a race, and names none";
  return NULL;
}

/* What the runtime of today cannot do of the plan; NULL: it can follow all of it. */
static inline const char *omen_plan_refused(const struct omen_plan *p) {
  uint64_t races = 0, locks = 0, exact = 0;
  for (uint64_t i = 0; i < p->nconstraints; i++) {
    races += omen_constraint_holds(&p->constraints[i]);
    locks += p->constraints[i].how == OMEN_HOW_LOCKS;
    exact += p->constraints[i].exact != 0;
  }
  if (races > 1 && exact < races) return "more than one constraint of two accesses that are not exact";
  if (exact && p->leave.at == OMEN_LEAVE_RACE) return "an exact constraint, and the recording left there";
  if (races && locks) return "a race and a deadlock at once";
  if (locks > OMEN_PLAN_LOCKS) return "a deadlock of more than 32 threads";
  for (uint64_t i = 0; i < p->ndecisions; i++) {
    const struct omen_plan_decision *d = &p->decisions[i];
    if (d->kind == OMEN_DECISION_INPUT) return "a decision that gives input";
    if (d->kind == OMEN_DECISION_SIGNAL && (d->turn || d->to < 1 || d->to > 64))
      return "a signal that is none, or comes between two events";
  }
  return NULL;
}

/* Is it a plan, whatever the bytes? `len` of them are there, at a multiple of eight. `out` then borrows from
 * them. NULL: it is; else what is wrong. */
static inline const char *omen_plan_view(struct omen_plan *out, void *bytes, uint64_t len,
                                         uint32_t strategies) {
  struct omen_plan_bytes *b = bytes;
  if (len < sizeof *b || b->magic != OMEN_PLAN_MAGIC || b->version != OMEN_PLAN_VERSION)
    return "these bytes are no plan";
  struct omen_plan p = b->plan;
  if (p.nconstraints > OMEN_PLAN_CONSTRAINTS || p.ndecisions > OMEN_PLAN_DECISIONS ||
      p.ninput > OMEN_PLAN_INPUT || b->size != len || omen_plan_size(&p) != len)
    return "its length is wrong";
  p.constraints = (void *)(b + 1);
  p.decisions = (void *)(p.constraints + p.nconstraints);
  p.input = (void *)(p.decisions + p.ndecisions);
  p.cconstraints = p.cdecisions = p.cinput = 0;
  *out = p;
  return omen_plan_wrong(out, strategies);
}

/* Writes omen_plan_size bytes, which are zero before. */
void omen_plan_pack(const struct omen_plan *p, void *bytes);
#endif
