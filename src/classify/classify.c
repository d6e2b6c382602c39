/* Judging a race: see classify.h. */
#include "classify/classify.h"
#include <string.h>

static const struct {
  const char *name;
  int severity;
} classes[] = {
#define X(symbol, name, severity, meaning) {name, severity},
    OMEN_CLASSES(X)
#undef X
};
const char *omen_class_name(enum omen_class c) { return classes[c].name; }
int omen_class_severity(enum omen_class c) { return classes[c].severity; }

enum { FAMILY = 12 }; /* schedules tried before an output counts as one that only the other order gives */

struct family {
  struct omen_result run[FAMILY];
  int n;
};

struct study {
  struct omen_explorer *x;
  const struct omen_suspect *s;
  struct omen_judgement *j;
  struct family primary, alternate;
  struct omen_err *err;
};

/* The i-th member of a family; what the two threads do after their accesses is the seed's remainder by four
 * (runtime/explore). Run-until-blocked with the first thread going on and with it standing still, and
 * round-robin are the extremes; then random and PCT by turns. */
static struct omen_plan member(const struct omen_suspect *s, enum omen_plan_kind kind, int i) {
  static const uint32_t turns[] = {OMEN_STRATEGY_RUN, OMEN_STRATEGY_RR, OMEN_STRATEGY_RANDOM,
                                   OMEN_STRATEGY_PCT};
  int turn = i < 2 ? 0 : i == 2 ? 1 : 2 + ((i / 4 + i + 1) & 1);
  return (struct omen_plan){.kind = kind,
                            .strategy = turns[turn],
                            .seed = (uint64_t)i,
                            .first = s->first,
                            .second = s->second,
                            .where = s->where};
}

static int extend(struct study *t, struct family *f, enum omen_plan_kind kind, int n) {
  struct omen_plan plans[FAMILY];
  int more = 0;
  while (f->n + more < n && f->n + more < FAMILY) {
    plans[more] = member(t->s, kind, f->n + more);
    more++;
  }
  if (omen_explore(t->x, plans, (size_t)more, &f->run[f->n], t->err)) return -1;
  f->n += more;
  t->j->runs += more;
  return 0;
}

static void release(struct family *f) {
  for (int i = 0; i < f->n; i++) omen_result_release(&f->run[i]);
}

/* ---- what a single run shows ---- */

static const char *violation(const struct omen_result *r) {
  switch (r->outcome.end) {
  case OMEN_END_SIGNAL:
    return r->outcome.status == 6 ? "assertion" : r->outcome.status == 24 ? "infinite-loop" : "crash";
  case OMEN_END_DEADLOCK: return "deadlock";
  case OMEN_END_ENDLESS: return "infinite-loop";
  default: return NULL;
  }
}

static bool flipped(const struct omen_result *r) { return !strcmp(r->outcome.plan[1], "met"); }
static bool same_end(const struct omen_result *a, const struct omen_result *b) {
  return a->outcome.end == b->outcome.end && a->outcome.status == b->outcome.status &&
         a->outcome.pc == b->outcome.pc;
}

/* Does any run of the family end as badly, in the same way? */
static bool does_too(const struct family *f, const char *consequence) {
  for (int i = 0; i < f->n; i++) {
    const char *v = violation(&f->run[i]);
    if (v && !strcmp(v, consequence)) return true;
  }
  return false;
}
static bool writes_too(const struct family *f, uint64_t hash) {
  for (int i = 0; i < f->n; i++)
    if (f->run[i].hash == hash) return true;
  return false;
}

/* ---- verdicts ---- */

static struct family *of(struct study *t, bool alternate) { return alternate ? &t->alternate : &t->primary; }
static enum omen_plan_kind kind_of(bool alternate) {
  return alternate ? OMEN_PLAN_ALTERNATE : OMEN_PLAN_PRIMARY;
}

/* What the i-th runs of both orders wrote to a descriptor. */
static void add_written(struct study *t, int i, uint32_t fd) {
  for (int side = 0; side < 2; side++) {
    const struct family *f = of(t, side);
    omen_result_text(&f->run[i < f->n ? i : 0], fd, &t->j->output[side]);
  }
}

static void evidence(struct study *t, bool alternate, int i) {
  enum { MAX_FD = 64 };
  t->j->guilty_alternate = alternate;
  t->j->primary = member(t->s, OMEN_PLAN_PRIMARY, i);
  t->j->alternate = member(t->s, OMEN_PLAN_ALTERNATE, i);
  for (uint32_t fd = 1; fd <= 2; fd++) add_written(t, i, fd);
  const struct omen_buf *o = t->j->output;
  if (o[0].len != o[1].len || (o[0].len && memcmp(o[0].data, o[1].data, o[0].len))) return;
  for (uint32_t fd = 3; fd < MAX_FD; fd++)
    add_written(t, i, fd); /* then it is in some file, or done to one */
  add_written(t, i, OMEN_EFFECTS_FD);
}

/* Run once more, in a fresh process as `omen replay` will do it: is it the same? */
static int confirmed(struct study *t, bool alternate, int i, bool *yes) {
  struct omen_plan p = member(t->s, kind_of(alternate), i);
  const struct omen_result *was = &of(t, alternate)->run[i];
  struct omen_result again;
  if (omen_explore_fresh(t->x, &p, 1, &again, t->err)) return -1;
  t->j->runs++;
  *yes = same_end(&again, was) && again.hash == was->hash;
  omen_result_release(&again);
  return 0;
}

/* Why a run could not prove that it goes round for ever: the runtime's note, if there is one. */
static const char *why_no_proof(const struct omen_outcome *o) {
  for (size_t i = 0; i < o->nnotes; i++)
    if (!strncmp(o->notes[i], "no proof: ", 10)) return o->notes[i] + 10;
  return "the state never came back";
}

/* The evidence is replayed in any case; how is it known that the loop is endless? */
static void say_loop(struct omen_judgement *j, const struct omen_outcome *o) {
  bool proved = !strcmp(o->endless_by, "proved"), repeats = !strcmp(o->endless_by, "repeats");
  j->loop = proved ? "proved" : repeats ? "repeats" : "limit";
  snprintf(j->what, sizeof j->what, "the program goes on for ever (%s%s)",
           proved    ? "proved: every thread that can run goes round and changes nothing"
           : repeats ? "it came back to the same state, and other schedules did not end it"
                     : "by limit, not proved: ",
           proved || repeats ? "" : why_no_proof(o));
}

static void say_violation(struct study *t, const struct omen_outcome *o, const char *consequence) {
  t->j->class = OMEN_CLASS_SPEC_VIOLATED;
  t->j->consequence = consequence;
  if (o->end == OMEN_END_SIGNAL)
    snprintf(t->j->what, sizeof t->j->what, "the program dies of signal %d (%s)", o->status,
             strsignal(o->status));
  else if (o->end == OMEN_END_DEADLOCK)
    snprintf(t->j->what, sizeof t->j->what, "no thread can go on (deadlock)");
  else
    say_loop(t->j, o);
}

/* Something that runs in one order do and none of the other order's: a violation, or (`output`) what is
 * written. The other family is made larger before anything is believed: is it the schedule's doing? */
static int find(struct study *t, bool alternate, bool output, bool *found) {
  struct family *mine = of(t, alternate), *others = of(t, !alternate);
  for (int i = 0; i < mine->n && !*found; i++) {
    const struct omen_result *run = &mine->run[i];
    const char *v = violation(run);
    if (!flipped(run) || output == (v != NULL)) continue;
    if (output ? writes_too(others, run->hash) : does_too(others, v)) continue;
    if (extend(t, others, kind_of(!alternate), FAMILY)) return -1;
    if (output ? writes_too(others, run->hash) : does_too(others, v)) continue;
    if (confirmed(t, alternate, i, found)) return -1;
    if (!*found) continue;
    t->j->proof = "replayed";
    if (output) {
      t->j->class = OMEN_CLASS_OUTPUT_DIFFERS;
      t->j->consequence = "output";
      snprintf(t->j->what, sizeof t->j->what,
               "the program writes something else, or ends with another status");
    } else
      say_violation(t, &run->outcome, v);
    evidence(t, alternate, i);
  }
  return 0;
}

/* A violation that runs of both orders show, but one order always, the other seldom: that order does it too.
 */
static int find_certain(struct study *t, bool alternate, bool *found) {
  struct family *mine = of(t, alternate), *others = of(t, !alternate);
  const char *v = mine->n ? violation(&mine->run[0]) : NULL;
  if (*found || !v) return 0;
  if (extend(t, mine, kind_of(alternate), FAMILY) || extend(t, others, kind_of(!alternate), FAMILY))
    return -1;
  int fine = 0;
  for (int i = 0; i < others->n; i++) fine += !violation(&others->run[i]);
  for (int i = 0; i < mine->n; i++) {
    const char *w = violation(&mine->run[i]);
    if (!w || strcmp(v, w) || !flipped(&mine->run[i])) return 0;
  }
  if (!fine) return 0; /* the other order is as bad */
  if (confirmed(t, alternate, 0, found)) return -1;
  if (!*found) return 0;
  t->j->proof = "replayed";
  say_violation(t, &mine->run[0].outcome, v);
  evidence(t, alternate, 0);
  return 0;
}

static void harmless(struct study *t) {
  int met = 0, blocked = 0, other = 0;
  for (int i = 0; i < t->alternate.n; i++) {
    const struct omen_outcome *o = &t->alternate.run[i].outcome;
    const char *second = o->plan[1];
    if (!strcmp(second, "met"))
      met++;
    else if (!strcmp(second, "blocked") || (!strcmp(second, "spun") && !strcmp(o->spun_by, "proved")))
      blocked++;
    else
      other++;
  }
  t->j->k = met;
  if (met) {
    t->j->class = OMEN_CLASS_K_WITNESS;
    t->j->proof = "explored";
    snprintf(t->j->what, sizeof t->j->what,
             "%d schedules with the accesses in either order end and write alike", met);
  } else if (blocked + other) {
    t->j->class = OMEN_CLASS_SINGLE_ORDERING;
    t->j->proof = other ? "timeout" : "proved";
    snprintf(t->j->what, sizeof t->j->what, "%s",
             other ? "the second thread did not get to its access before the first"
                   : "the second thread waits for the first, which comes after its access");
  }
}

int omen_classify(struct omen_explorer *x, const struct omen_suspect *s, int schedules,
                  struct omen_judgement *out, struct omen_err *err) {
  *out = (struct omen_judgement){.class = OMEN_CLASS_UNKNOWN, .proof = "explored", .schedules = schedules};
  struct study t = {.x = x, .s = s, .j = out, .err = err};
  double start = omen_now();
  bool found = false;
  int n = schedules < FAMILY - 2 ? 2 + schedules : FAMILY; /* two that are always tried */
  int result =
      extend(&t, &t.primary, OMEN_PLAN_PRIMARY, n) || extend(&t, &t.alternate, OMEN_PLAN_ALTERNATE, n);
  for (int alternate = 1; alternate >= 0; alternate--)
    if (!result && !found) result = find(&t, alternate, false, &found);
  for (int alternate = 1; alternate >= 0; alternate--)
    if (!result && !found) result = find_certain(&t, alternate, &found);
  for (int alternate = 1; alternate >= 0; alternate--)
    if (!result && !found) result = find(&t, alternate, true, &found);
  if (!result && !found) harmless(&t);
  release(&t.primary);
  release(&t.alternate);
  out->seconds = omen_now() - start;
  return result ? -1 : 0;
}

void omen_judgement_release(struct omen_judgement *j) {
  omen_buf_release(&j->output[0]);
  omen_buf_release(&j->output[1]);
}
