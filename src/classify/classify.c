/* Judging a race: see classify.h. */
#include "classify/classify.h"
#include "record/rawout.h"
#include "classify/say_differs.h"
#include "classify/single.h"
#include "classify/study.h"
#include "classify/incident.h"
#include "classify/say.h"
#include "classify/times.h"
#include "record/defect_words.h"
#include "classify/weigh.h"
#include <stdlib.h>
#include <string.h>

/* ---- how far to go ---- */

/* What copies write differently, once more. */
static bool from_the_brink(struct omen_study *t) {
  bool any = false;
  for (size_t i = 0; i < t->families; i++) {
    struct omen_family *p = &t->family[i];
    if (p->brink || !omen_family_dragged(p) || !omen_weigh_outputs(p).weight) continue;
    omen_family_to_brink(p);
    any = true;
  }
  return any;
}

/* Twice as many pairs where something was seen that is not sure yet. Once a violation is sure nothing worse
 * can come; once an output is, only violations matter. */
static bool look_further(struct omen_study *t) {
  bool more = false, output = false;
  if (t->guilty) return false;
  for (size_t i = 0; i < t->families; i++) {
    if (omen_weigh_violations(&t->family[i]).weight == OMEN_WEIGHT_SURE) return false;
    output |= omen_weigh_outputs(&t->family[i]).weight == OMEN_WEIGHT_SURE;
  }
  if (from_the_brink(t)) return true;
  for (size_t i = 0; i < t->families; i++) {
    struct omen_family *p = &t->family[i];
    bool maybe = omen_weigh_violations(p).weight == OMEN_WEIGHT_MAYBE ||
                 (!output && omen_weigh_outputs(p).weight == OMEN_WEIGHT_MAYBE);
    if (maybe && p->n < OMEN_FAMILY_MAX) p->want = p->n * 2, more = true;
  }
  return more;
}

bool omen_study_sure(const struct omen_study *t) {
  if (t->guilty) return true;
  for (size_t i = 0; i < t->families; i++)
    if (omen_weigh_violations(&t->family[i]).weight == OMEN_WEIGHT_SURE) return true;
  return false;
}

/* ---- incidents ---- */

static void acquit(struct omen_study *t, const struct omen_incident *i) {
  for (size_t k = 0; k < t->nacquitted; k++)
    if (omen_wrong_same(t->acquitted[k], i->wrong)) return;
  OMEN_GROW(t->acquitted, t->nacquitted, t->cacquitted);
  t->acquitted[t->nacquitted++] = i->wrong;
}

static int judge_incident(struct omen_study *t, struct omen_incident *i) {
  const struct omen_suspect *s = t->family[0].s;
  double start = omen_now();
  if (!i->judged && omen_incident_judge(t->x, t->incidents, i, OMEN_INCIDENT_SECONDS, t->err)) return -1;
  t->on_incidents += omen_now() - start;
  if (!i->cause.tested)
    t->open = i;
  else if (omen_incident_blames(t->incidents, i, s->first.site, s->second.site))
    t->guilty = t->guilty ? t->guilty : i;
  else
    acquit(t, i);
  return 0;
}

/* How the recorded run ended, if its cause is another. */
static void acquit_of_recorded(struct omen_study *t, const struct omen_suspect *s) {
  const struct omen_incident *i = omen_incidents_find(t->incidents, t->incidents->recorded);
  if (!i || !i->cause.tested || omen_incident_blames(t->incidents, i, s->first.site, s->second.site)) return;
  acquit(t, i);
  for (size_t f = 0; f < t->families; f++) {
    t->family[f].acquitted = t->acquitted;
    t->family[f].nacquitted = t->nacquitted;
  }
}

/* Everything that went wrong in the runs `from` .. of each family. */
static int take_incidents(struct omen_study *t, const int *from) {
  for (size_t f = 0; f < t->families; f++) {
    const struct omen_family *p = &t->family[f];
    for (int k = from[f]; k < p->n; k++)
      for (int order = 0; order < 2; order++) {
        if (!omen_wrong_of(&p->run[order][k]).what) continue;
        struct omen_plan plan = omen_family_plan(p, order, k);
        struct omen_incident *i = omen_incidents_take(t->incidents, &plan, &p->run[order][k]);
        omen_plan_release(&plan);
        if (i && judge_incident(t, i)) return -1;
      }
  }
  for (size_t f = 0; f < t->families; f++) {
    t->family[f].acquitted = t->acquitted;
    t->family[f].nacquitted = t->nacquitted;
  }
  return 0;
}

int omen_study_explore(struct omen_study *t) {
  int *from = omen_xcalloc(t->families + 1, sizeof *from), result;
  do {
    for (size_t f = 0; f < t->families; f++) from[f] = t->family[f].n;
    result = omen_families_run(t->x, t->family, t->families, &t->j->runs, t->err);
    if (!result) result = take_incidents(t, from);
  } while (!result && look_further(t));
  free(from);
  return result;
}

/* ---- evidence ---- */

static bool same(const struct omen_result *a, const struct omen_result *b) {
  if (a->outcome.ndefects != b->outcome.ndefects) return false;
  for (size_t i = 0; i < a->outcome.ndefects; i++)
    if (omen_defect_name_of(&a->outcome.defects[i]) != omen_defect_name_of(&b->outcome.defects[i]))
      return false;
  return a->outcome.end == b->outcome.end && a->outcome.status == b->outcome.status &&
         a->outcome.pc == b->outcome.pc && a->hash == b->hash;
}

/* Both runs of the pair once more, in fresh processes as `omen replay` will do it: is it the same? */
static int confirm(struct omen_study *t, const struct omen_family *p, int i, struct omen_result again[2],
                   bool *yes) {
  struct omen_plan plan[2] = {omen_family_plan(p, false, i), omen_family_plan(p, true, i)};
  int failed = omen_explore_fresh(t->x, plan, 2, again, t->err);
  for (int order = 0; order < 2; order++) omen_plan_release(&plan[order]);
  if (failed) return -1;
  t->j->runs += 2;
  *yes = same(&again[0], &p->run[0][i]) && same(&again[1], &p->run[1][i]);
  return 0;
}

static void add_written(struct omen_study *t, const struct omen_result run[2], uint32_t fd) {
  for (int order = 0; order < 2; order++) omen_result_text(&run[order], fd, &t->j->output[order]);
}

static void keep_evidence(struct omen_study *t, const struct omen_family *p, const struct omen_weighing *f,
                          const struct omen_result run[2]) {
  enum { MAX_FD = 64 };
  t->j->proof = OMEN_PROOF_REPLAYED;
  t->j->guilty_alternate = f->order == OMEN_FLIPPED;
  t->j->defect = f->defect;
  t->j->unit = f->unit;
  t->j->instance = p->instance;
  t->j->primary = omen_family_plan(p, false, f->pair);
  t->j->alternate = omen_family_plan(p, true, f->pair);
  for (uint32_t fd = 1; fd <= 2; fd++) add_written(t, run, fd);
  const struct omen_buf *o = t->j->output;
  if (o[0].len != o[1].len || (o[0].len && memcmp(o[0].data, o[1].data, o[0].len))) return;
  for (uint32_t fd = 3; fd < MAX_FD; fd++)
    add_written(t, run, fd); /* then it is in some file, or done to one */
  add_written(t, run, OMEN_EFFECTS_FD);
}

/* ---- verdicts ---- */

static void say(struct omen_study *t, const struct omen_family *p, const struct omen_weighing *f) {
  const struct omen_outcome *o = &p->run[f->order][f->pair].outcome;
  struct omen_judgement *j = t->j;
  j->class = f->consequence ? OMEN_CLASS_SPEC_VIOLATED : OMEN_CLASS_OUTPUT_DIFFERS;
  j->consequence = f->consequence ? f->consequence : OMEN_CONSEQUENCE_OUTPUT;
  const char *line = f->unit ? omen_units_line(&p->units, f->unit) : NULL;
  if (f->course && line)
    snprintf(j->what, sizeof j->what, "the program writes \"%s\" by the same schedule", line);
  else if (!f->consequence && line)
    snprintf(j->what, sizeof j->what, "the program writes \"%s\", as it never does in the other order", line);
  else if (!f->consequence)
    snprintf(j->what, sizeof j->what, "the program writes something else, or ends with another status");
  else
    j->loop = omen_say_violation(o, f->defect, j->what, sizeof j->what);
}

/* The first finding that is sure and that shows again. */
static int give(struct omen_study *t, struct omen_weighing (*weigh)(const struct omen_family *),
                bool *found) {
  for (size_t i = 0; i < t->families && !*found; i++) {
    const struct omen_family *p = &t->family[i];
    struct omen_weighing f = weigh(p);
    if (f.weight != OMEN_WEIGHT_SURE) continue;
    struct omen_result again[2];
    if (confirm(t, p, f.pair, again, found)) return -1;
    if (f.unit) *found &= omen_unit_apart(&again[f.order], &again[!f.order], f.unit);
    if (!*found)
      snprintf(t->j->not_judged, sizeof t->j->not_judged,
               "what one exploration showed did not show again when it was replayed");
    if (*found) {
      say(t, p, &f);
      keep_evidence(t, p, &f, again);
    }
    for (int order = 0; order < 2; order++) omen_result_release(&again[order]);
  }
  return 0;
}

/* Outputs that differ are compared without printed times, as long as more of these are found. */
static int leave_out_times(struct omen_study *t) {
  enum { ROUNDS = 4 };
  for (int round = 0; round < ROUNDS; round++) {
    struct omen_weighing f = {0};
    size_t i = 0;
    bool more;
    while (i < t->families && (f = omen_weigh_outputs(&t->family[i])).weight != OMEN_WEIGHT_SURE) i++;
    if (i == t->families) return 0;
    if (omen_times_look(t->x, t->family, t->families, i, f.pair, &t->j->runs, &more, t->err)) return -1;
    if (!more) return 0;
    if (omen_study_explore(t)) return -1;
  }
  return 0;
}

/* How the flipped runs went. A run that a limit cut off is no witness: nobody saw how it ends. */
struct tally {
  int met, cut, blocked, other;
};

static bool was_cut(const struct omen_outcome *o) {
  return o->end == OMEN_END_LOST || (o->end == OMEN_END_ENDLESS && o->endless_by == OMEN_KNOWN_LIMIT);
}

static struct tally tally(const struct omen_family *p, int from) {
  struct tally a = {0};
  for (int i = from; i < p->n; i++) {
    const struct omen_outcome *o = &p->run[OMEN_FLIPPED][i].outcome;
    bool proved = o->awaited == OMEN_PLAN_SPUN && o->spun_by == OMEN_KNOWN_PROVED;
    if (o->awaited == OMEN_PLAN_MET && was_cut(o))
      a.cut++;
    else if (o->awaited == OMEN_PLAN_MET)
      a.met++;
    else if (o->awaited == OMEN_PLAN_BLOCKED || proved)
      a.blocked++;
    else
      a.other++;
  }
  return a;
}

/* Primaries and schedules as the paper counts them: the two members of the single-path analysis are not among
 * the Ma. */
static struct tally count_witnesses(struct omen_study *t) {
  struct tally all = {0};
  t->j->schedules = OMEN_FAMILY_MAX;
  for (size_t i = 0; i < t->families; i++) {
    const struct omen_family *p = &t->family[i];
    struct tally a = tally(p, 0);
    all.met += a.met;
    all.cut += a.cut;
    all.blocked += a.blocked;
    all.other += a.other;
    t->j->k += tally(p, OMEN_FAMILY_ALWAYS).met;
    t->j->paths += a.met > 0;
    if (p->n - OMEN_FAMILY_ALWAYS < t->j->schedules) t->j->schedules = p->n - OMEN_FAMILY_ALWAYS;
  }
  return all;
}

/* Whoever reads "harmless" must know what else its runs showed, and that it has another cause. */
static void say_harmless(struct omen_study *t, int met) {
  struct omen_judgement *j = t->j;
  omen_say_differs(t->family, t->families, j->differs, sizeof j->differs);
  int n = snprintf(j->what, sizeof j->what, "%d schedules with the accesses in either order %s%s", met,
                   j->differs[0] ? j->differs : "end and write alike",
                   !t->x->elapsed.n ? ""
                   : j->differs[0]  ? "; printed times are left aside"
                                    : "; only printed times differ");
  for (size_t i = 0; i < t->nacquitted && n < (int)sizeof j->what; i++) {
    const struct omen_incident *one = omen_incidents_find(t->incidents, t->acquitted[i]);
    n += snprintf(j->what + n, sizeof j->what - (size_t)n, "%s incident %s (%s)",
                  i                   ? ","
                  : t->nacquitted > 1 ? OMEN_BUT_FOR "the incidents, which have another cause:"
                                      : OMEN_BUT_FOR "an incident that has another cause:",
                  one->id, omen_consequence_word(one->wrong.what));
  }
}

static void harmless(struct omen_study *t) {
  struct omen_judgement *j = t->j;
  struct tally all = count_witnesses(t);
  if (all.met) {
    j->class = OMEN_CLASS_K_WITNESS;
    if (!j->k) j->k = all.met;
    say_harmless(t, all.met);
  } else if (all.cut) {
    j->proof = OMEN_PROOF_TIMEOUT;
    snprintf(j->what, sizeof j->what,
             "a limit cut off every run in which the order was flipped: its end was not seen");
  } else if (all.blocked + all.other) {
    j->class = OMEN_CLASS_SINGLE_ORDERING;
    j->proof = all.other ? OMEN_PROOF_TIMEOUT : OMEN_PROOF_PROVED;
    omen_single_say(t->family, t->families, j);
  }
}

void omen_judge_by_incident(struct omen_judgement *j, const struct omen_incident *i) {
  j->class = OMEN_CLASS_SPEC_VIOLATED;
  j->consequence = i->wrong.what;
  j->proof = OMEN_PROOF_REPLAYED;
  j->loop = i->loop;
  j->defect = i->defect;
  j->guilty_alternate = true;
  j->primary = omen_plan_copy(&i->cause.prevented);
  j->alternate = omen_plan_copy(&i->plan);
  snprintf(j->incident, sizeof j->incident, "%s", i->id);
  snprintf(j->what, sizeof j->what, "%s", i->what);
}

int omen_classify(struct omen_explorer *x, struct omen_incidents *incidents, const struct omen_suspect *s,
                  size_t n, const struct omen_effort *effort, struct omen_judgement *out,
                  struct omen_err *err) {
  *out = (struct omen_judgement){.class = OMEN_CLASS_UNKNOWN, .proof = OMEN_PROOF_EXPLORED};
  struct omen_study t = {.x = x, .j = out, .incidents = incidents, .err = err};
  double start = omen_now();
  bool found = false, behind = false;
  omen_elapsed_release(&x->elapsed); /* of another race */
  omen_study_families(&t, s, n, effort);
  if (n) acquit_of_recorded(&t, s);
  int result = omen_study_explore(&t);
  if (!result) result = omen_study_early(&t, effort->pre_race, n);
  if (!result && !omen_study_sure(&t)) result = omen_study_late(&t, s, n);
  if (!result && !omen_study_sure(&t)) result = omen_study_last(&t, n);
  if (!result) result = omen_study_recorded(&t, s, n);
  if (!result) result = omen_study_pasts(&t, n);
  if (!result && !t.guilty) result = omen_study_appeal(&t);
  if (!result) result = give(&t, omen_weigh_violations, &found);
  if (!result && !found && t.guilty) omen_judge_by_incident(out, t.guilty), found = true;
  if (!result && !found) result = leave_out_times(&t);
  if (!result && !found) result = give(&t, omen_weigh_outputs, &found);
  if (!result && !found && !omen_study_masked_by_race(&t)) result = give(&t, omen_weigh_unmet, &found);
  if (!result && !found) found = omen_study_same_mistake(&t);
  if (!result && !found) result = omen_study_look_behind(&t, &behind);
  if (!result && found) count_witnesses(&t), out->k = 0;
  found |= behind;
  if (!result && !found && !omen_study_not_judged(&t)) harmless(&t);
  for (size_t i = 0; i < t.families; i++) omen_family_release(&t.family[i]);
  free(t.family);
  free(t.last);
  free(t.acquitted);
  if (found) out->not_judged[0] = 0;
  out->seconds = omen_now() - start - t.on_incidents;
  return result ? -1 : 0;
}

void omen_judgement_release(struct omen_judgement *j) {
  omen_buf_release(&j->output[0]);
  omen_buf_release(&j->output[1]);
  omen_buf_release(&j->assumes);
  omen_plan_release(&j->primary);
  omen_plan_release(&j->alternate);
}
