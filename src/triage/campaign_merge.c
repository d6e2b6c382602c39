/* The races of several recordings as one list, and the report over all of them: see campaign.h.
 *
 * Races are the same when their ids are, but for the number that tells races of equal names in one recording
 * apart: which of them a recording has depends on its schedule, so there the places in the source decide, and
 * the merged list is numbered anew. The commands that replay evidence use the recording's own id. */
#include "report/cluster.h"
#include "report/defect.h"
#include "report/incident_told.h"
#include "report/inversion.h"
#include "triage/campaign.h"
#include "triage/classify_recording.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const struct omen_race *race_at(const struct omen_campaign *c, const struct omen_sighting *s) {
  return &c->runs[s->run].report.races[s->race];
}

/* ---- which are the same ---- */

static int compare_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

uint64_t omen_campaign_name(const struct omen_race *race, char base[24]) {
  snprintf(base, 24, "%.*s", (int)strcspn(race->id, "-"), race->id);
  return XXH3_64bits_withSeed(base, strlen(base), omen_race_places(race));
}

/* The number of the race in the campaign's list; one that is not there is added. */
static size_t find_or_add(struct omen_campaign *c, struct omen_campaign_run *r,
                          const struct omen_race *race) {
  struct omen_merged new = {0};
  uint64_t *slot = omen_table_at(&c->by_place, omen_campaign_name(race, new.base));
  if (!*slot) {
    OMEN_GROW(c->races, c->nraces, c->craces);
    c->races[c->nraces++] = new;
    *slot = c->nraces;
    r->fresh++;
  }
  return *slot - 1;
}

static bool failed_so_before(const struct omen_campaign *c, size_t run) {
  for (size_t i = 0; i < run; i++)
    if (!c->runs[i].lost && omen_report_same_failure(&c->runs[i].report, &c->runs[run].report)) return true;
  return false;
}

static bool had_defect_before(const struct omen_campaign *c, size_t run, const struct omen_report_defect *d) {
  for (size_t i = 0; i < run; i++)
    for (size_t k = 0; !c->runs[i].lost && k < c->runs[i].report.ndefects; k++)
      if (omen_defect_same(c->runs[i].report.defects[k], d)) return true;
  return false;
}

/* By these the others' limits are set: how long one that goes on for ever was let go on says nothing. */
static void measure(struct omen_campaign *c, const struct omen_campaign_run *r) {
  const struct omen_manifest *m = &r->recording.manifest;
  if (omen_campaign_stopped(r) || r->report.outcome.end == OMEN_END_ENDLESS) return;
  if (m->seconds > c->longest.seconds) c->longest.seconds = m->seconds;
  if (m->cpu_seconds > c->longest.cpu_seconds) c->longest.cpu_seconds = m->cpu_seconds;
}

/* A verdict that the recording has already, from before this campaign was killed. */
static int tried(const struct omen_verdict *v) { return !v->class ? 0 : v->schedules > 0 ? v->schedules : 1; }

void omen_campaign_add_races(struct omen_campaign *c, size_t run, size_t from) {
  struct omen_campaign_run *r = &c->runs[run];
  r->merged = omen_xrealloc(r->merged, (r->report.nraces + 1) * sizeof *r->merged);
  for (size_t i = from; i < r->report.nraces; i++) {
    const struct omen_race *race = &r->report.races[i];
    r->merged[i] = find_or_add(c, r, race);
    struct omen_merged *m = &c->races[r->merged[i]];
    OMEN_GROW(m->seen, m->nseen, m->cseen);
    m->seen[m->nseen++] = (struct omen_sighting){.run = run, .race = i, .tried = tried(&race->verdict)};
  }
}

int omen_campaign_add(struct omen_campaign *c, size_t run, struct omen_err *err) {
  struct omen_campaign_run *r = &c->runs[run];
  if (r->lost) return 0;
  if (c->suppressions) omen_suppressions_mark(c->suppressions, &r->report);
  measure(c, r);
  r->novel = !omen_campaign_stopped(r) && omen_campaign_failed(r) && !failed_so_before(c, run);
  for (size_t i = 0; i < r->report.ndefects; i++)
    r->novel |= !had_defect_before(c, run, r->report.defects[i]);
  omen_campaign_add_races(c, run, 0);
  omen_campaign_tells(c, r);
  return 0;
}

/* ---- verdicts ---- */

static const struct omen_report_incident *tested_one(const struct omen_campaign *c, const char *id) {
  for (size_t i = 0; i < c->nruns; i++)
    for (size_t k = 0; !c->runs[i].lost && k < c->runs[i].report.nincidents; k++) {
      const struct omen_report_incident *one = &c->runs[i].report.incidents[k];
      if (one->tested && !strcmp(one->id, id)) return one;
    }
  return NULL;
}

/* Its runs in some recording went wrong so, and it was acquitted there. */
static bool acquitted(const struct omen_campaign *c, const struct omen_merged *m, const char *id) {
  for (size_t i = 0; i < m->nseen; i++) {
    const struct omen_verdict *v = &race_at(c, &m->seen[i])->verdict;
    if (!v->not_judged && v->what && strstr(v->what, id)) return true;
  }
  return false;
}

/* What stood in the way of its verdict is an incident whose cause is known from another recording, where it
 * was acquitted of it. The reason names the incident. */
static bool explained_elsewhere(const struct omen_campaign *c, const struct omen_merged *m,
                                const struct omen_sighting *s) {
  const struct omen_report *r = &c->runs[s->run].report;
  const char *why = r->races[s->race].verdict.not_judged;
  for (size_t i = 0; i < r->nincidents; i++)
    if (!r->incidents[i].tested && strstr(why, r->incidents[i].id) && tested_one(c, r->incidents[i].id) &&
        acquitted(c, m, r->incidents[i].id))
      return true;
  return false;
}

/* What could not be explored says nothing; otherwise as severe as it is. What could not be judged is worse
 * than what was found harmless elsewhere: something went wrong there that has no explanation. */
static int badness(const struct omen_campaign *c, const struct omen_merged *m,
                   const struct omen_sighting *s) {
  const struct omen_race *r = race_at(c, s);
  if (!r->verdict.class) return -2;
  if (r->verdict.not_judged && explained_elsewhere(c, m, s)) return -1;
  if (r->verdict.not_judged) return 2 * omen_class_info(OMEN_CLASS_K_WITNESS)->severity + 1;
  return r->verdict.class == OMEN_CLASS_UNKNOWN ? -1 : 2 * r->severity;
}

static bool sound(const struct omen_campaign *c, const struct omen_sighting *s) {
  const struct omen_campaign_run *r = &c->runs[s->run];
  return !omen_campaign_stopped(r) && (!omen_campaign_failed(r) || omen_campaign_explained(r));
}

/* A predicted race is judged where it is predicted, or not at all. */
static bool can_judge(const struct omen_campaign *c, const struct omen_sighting *s) {
  const struct omen_race *race = race_at(c, s);
  return !race->home || race->verdict.class;
}

bool omen_campaign_counts(const struct omen_campaign *c, const struct omen_merged *m,
                          const struct omen_sighting *s) {
  if (sound(c, s)) return true;
  for (size_t i = 0; i < m->nseen; i++)
    if (sound(c, &m->seen[i]) && !m->seen[i].failed && can_judge(c, &m->seen[i])) return false;
  return true;
}

const struct omen_race *omen_campaign_worst(const struct omen_campaign *c, const struct omen_merged *m,
                                            const struct omen_sighting **where) {
  const struct omen_race *worst = NULL;
  int most = 0;
  for (size_t i = 0; i < m->nseen; i++) {
    const struct omen_race *r = race_at(c, &m->seen[i]);
    if (!omen_campaign_counts(c, m, &m->seen[i])) continue;
    int bad = badness(c, m, &m->seen[i]);
    if (!r->verdict.class || (worst && bad <= most)) continue;
    worst = r;
    most = bad;
    if (where) *where = &m->seen[i];
  }
  return worst;
}

/* What one of its verdicts says beyond that all is alike: it is not lost in the sum. */
static const char *reservation(const struct omen_campaign *c, const struct omen_merged *m) {
  for (size_t i = 0; i < m->nseen; i++) {
    const struct omen_verdict *v = &race_at(c, &m->seen[i])->verdict;
    const char *tail = v->class == OMEN_CLASS_K_WITNESS && v->what ? strstr(v->what, OMEN_BUT_FOR) : NULL;
    if (tail) return tail;
  }
  return "";
}

/* Witnesses of several recordings add up. */
static const char *witnesses(struct omen_campaign *c, const struct omen_merged *m,
                             const struct omen_verdict *v, size_t recordings) {
  char *text = omen_format("%d schedules from %zu recordings with the accesses in either order %s%s", v->k,
                           recordings, v->differs ? v->differs : "end and write alike", reservation(c, m));
  const char *kept = omen_pool_str(&c->runs[0].report.pool, text);
  free(text);
  return kept;
}

/* The stacks of all recordings, each once; those that are shown first. The list is the merged race's own. */
static void merge_members(const struct omen_campaign *c, const struct omen_merged *m, struct omen_race *out) {
  struct omen_table had = {0};
  size_t cap = 0;
  const struct omen_race *shown = out;
  struct omen_race first = *out;
  out->member = NULL;
  out->members = 0;
  for (size_t i = 0; i <= m->nseen; i++) {
    const struct omen_race *r = i ? race_at(c, &m->seen[i - 1]) : &first;
    bool turned = r != &first && omen_race_turned(shown, r);
    for (size_t k = 0; k < r->members; k++) {
      uint64_t *slot = omen_table_at(&had, r->member[k].key);
      if (*slot) continue;
      OMEN_GROW(out->member, out->members, cap);
      struct omen_race_member *to = &out->member[out->members++];
      *to = r->member[k];
      if (turned) to->stack[0] = r->member[k].stack[1], to->stack[1] = r->member[k].stack[0];
      *slot = out->members;
    }
  }
  omen_table_release(&had);
}

/* ---- what incidents blame ---- */

static bool same_place(const struct omen_caused_side *s, const struct omen_access *a) {
  if (s->instruction && s->instruction != a->site + 1) return false;
  return s->at.line && s->at.line == a->line && !compare_text(s->at.file, a->file) && s->write == a->write;
}

static bool is_pair(const struct omen_caused_pair *p, const struct omen_race *r) {
  for (int turned = 0; turned < 2 && !p->region; turned++)
    if (same_place(&p->side[turned], &r->access[0]) && same_place(&p->side[!turned], &r->access[1]))
      return true;
  return false;
}

/* An incident of some recording that has the race as its cause, though that recording's own list does not:
 * its run was over before the second access. */
static const struct omen_report_incident *blaming(const struct omen_campaign *c,
                                                  const struct omen_race *race) {
  for (size_t i = 0; i < c->nruns; i++) {
    const struct omen_report *r = &c->runs[i].report;
    for (size_t k = 0; !c->runs[i].lost && k < r->nincidents; k++)
      for (size_t n = 0; r->incidents[k].tested && n < r->incidents[k].npairs; n++)
        if (is_pair(&r->incidents[k].pairs[n], race)) return &r->incidents[k];
  }
  return NULL;
}

/* A race's verdict is the worst incident that it causes, whatever other recordings showed of it. */
static void take_blame(struct omen_race *out, const struct omen_report_incident *i) {
  out->severity = omen_class_info(OMEN_CLASS_SPEC_VIOLATED)->severity;
  out->verdict = (struct omen_verdict){.class = OMEN_CLASS_SPEC_VIOLATED,
                                       .consequence = i->consequence,
                                       .proof = OMEN_PROOF_REPLAYED,
                                       .loop = i->loop,
                                       .schedules = out->verdict.schedules,
                                       .seconds = out->verdict.seconds,
                                       .what = i->what,
                                       .incident = i->id,
                                       .replay = i->replay,
                                       .primary = "",
                                       .alternate = "",
                                       .shown = i->shown};
}

/* Shallow: strings and stacks stay the recording's. */
static struct omen_race merge(struct omen_campaign *c, const struct omen_merged *m) {
  const struct omen_sighting *where = &m->seen[0];
  const struct omen_race *worst = omen_campaign_worst(c, m, &where);
  while (!worst && !omen_campaign_counts(c, m, where)) where++; /* there is one that does */
  struct omen_race out = *race_at(c, where);
  out.home = &c->runs[where->run].report;
  out.instances = 0;
  out.runs = m->nseen;
  if (out.verdict.class) out.verdict.k = 0, out.verdict.seconds = 0;
  size_t same = 0;
  for (size_t i = 0; i < m->nseen; i++) {
    const struct omen_race *r = race_at(c, &m->seen[i]);
    out.instances += r->instances;
    out.schedulable |= r->schedulable;
    out.predicted &= r->predicted;
    if (!out.verdict.class || !r->verdict.class || !omen_campaign_counts(c, m, &m->seen[i])) continue;
    out.verdict.seconds += r->verdict.seconds;
    if (r->verdict.class == out.verdict.class) {
      out.verdict.k += r->verdict.k;
      if (!out.verdict.differs) out.verdict.differs = r->verdict.differs;
      same++;
    }
    if (r->verdict.schedules > out.verdict.schedules) out.verdict.schedules = r->verdict.schedules;
  }
  if (same > 1 && out.verdict.k && !out.verdict.consequence)
    out.verdict.what = witnesses(c, m, &out.verdict, same);
  const struct omen_report_incident *i = blaming(c, &out);
  if (i && out.verdict.class != OMEN_CLASS_SPEC_VIOLATED && !out.mark.suppressed) take_blame(&out, i);
  snprintf(out.id, sizeof out.id, "%s", m->base);
  merge_members(c, m, &out);
  return out;
}

static int by_severity(const void *a, const void *b) {
  const struct omen_race *x = a, *y = b;
  if (x->severity != y->severity) return y->severity - x->severity;
  if (x->schedulable != y->schedulable) return x->schedulable ? -1 : 1;
  int d = omen_race_compare(x, y);
  if (!d) d = compare_text(x->location.name, y->location.name);
  return d ? d : strcmp(x->id, y->id);
}

static int by_id_and_place(const void *a, const void *b) {
  const struct omen_race *x = *(struct omen_race *const *)a, *y = *(struct omen_race *const *)b;
  int d = strcmp(x->id, y->id);
  return d ? d : omen_race_compare(x, y);
}

/* As in one recording: races of one name are numbered by their places. */
static void number(struct omen_race *races, size_t n) {
  struct omen_race **order = omen_xcalloc(n + 1, sizeof *order);
  for (size_t i = 0; i < n; i++) order[i] = &races[i];
  qsort(order, n, sizeof *order, by_id_and_place);
  for (size_t i = 0, first = 0; i < n; i++) { /* the first of a name keeps it, to be compared with */
    if (strcmp(order[first]->id, order[i]->id)) first = i;
    if (i > first) snprintf(order[i]->id + strlen(order[i]->id), 8, "-%zu", i - first + 1);
  }
  free(order);
}

/* ---- the report ---- */

static enum omen_end how_it_ended(const struct omen_campaign_run *r) {
  if (r->dropped) return OMEN_END_EXIT;
  if (r->lost) return OMEN_END_LOST;
  return omen_campaign_stopped(r) ? OMEN_END_STOPPED : r->report.outcome.end;
}

static void add_run(struct omen_report *out, const struct omen_campaign_run *r) {
  out->unheard += r->report.unheard;
  out->runs[out->nruns++] =
      (struct omen_report_run){.recording = r->lost ? NULL : r->report.recording,
                               .strategy = omen_strategy_name(r->strategy),
                               .how = how_it_ended(r),
                               .seed = r->seed,
                               .status = r->lost ? r->status : r->report.outcome.status,
                               .seconds = r->lost ? r->seconds : r->recording.manifest.seconds,
                               .races = r->lost ? 0 : r->report.nraces,
                               .fresh = r->fresh};
}

static const char *replay_command(struct omen_campaign *c, const struct omen_campaign_run *r) {
  char *word = omen_shell_word(r->shown), *replay = omen_format("omen replay %s", word);
  const char *kept = omen_pool_str(&c->runs[0].report.pool, replay);
  free(replay);
  free(word);
  return kept;
}

/* Not ended. What was it given, and what do others need? */
static void say_stopped(const struct omen_campaign *c, const struct omen_campaign_run *r, char *what,
                        size_t size) {
  const struct omen_run_limit *l = &r->limit;
  bool cpu = l->cpu_seconds > 0 && (r->lost || r->recording.manifest.cpu_seconds >= l->cpu_seconds - 0.001);
  double others = cpu ? c->longest.cpu_seconds : c->longest.seconds;
  int n = snprintf(what, size, "it did not end within %.3g s%s", cpu ? l->cpu_seconds : l->seconds,
                   cpu ? " of processor time" : "");
  if (others > 0 && !r->cut)
    n += snprintf(what + n, size - (size_t)n, "; others took %.2g s at most", others);
  if (r->lost) snprintf(what + n, size - (size_t)n, ", and could not be stopped in order");
}

/* A run that had to be stopped failed, however it took the signal. */
static struct omen_finding finding(struct omen_campaign *c, const struct omen_campaign_run *r) {
  struct omen_pool *pool = &c->runs[0].report.pool;
  struct omen_finding f = {.recording = r->lost ? NULL : r->report.recording,
                           .strategy = omen_strategy_name(r->strategy),
                           .seed = r->seed,
                           .runs = 1};
  char what[200];
  if (r->lost || omen_campaign_stopped(r)) {
    bool nobody = r->cut || r->dropped || (r->lost && r->limit.seconds <= 0 && r->limit.cpu_seconds <= 0);
    f.consequence = nobody ? OMEN_CONSEQUENCE_NONE : OMEN_CONSEQUENCE_INFINITE_LOOP;
    say_stopped(c, r, what, sizeof what);
  } else {
    f.consequence = omen_report_failure(&r->report, what, sizeof what);
    f.home = &r->report;
  }
  if (!f.consequence) return f;
  f.what = omen_pool_str(pool, what);
  if (!r->lost) f.replay = replay_command(c, r);
  return f;
}

static bool alike(const struct omen_finding *a, const struct omen_finding *b) {
  if (a->inversion || b->inversion) return a->inversion == b->inversion;
  if (a->defect || b->defect) return a->defect && b->defect && omen_defect_same(a->defect, b->defect);
  if (a->consequence != b->consequence || !a->home != !b->home || !a->replay != !b->replay) return false;
  return !a->home || omen_report_same_failure(a->home, b->home);
}

static void add_finding(struct omen_report *out, const struct omen_finding *f) {
  for (size_t i = 0; i < out->nfindings; i++)
    if (alike(&out->findings[i], f)) {
      out->findings[i].runs++;
      return;
    }
  out->findings = omen_xrealloc(out->findings, (out->nfindings + 1) * sizeof *out->findings);
  out->findings[out->nfindings++] = *f;
}

/* Did the same run have it before, for all that source lines say? */
static bool among(const struct omen_report *r, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (r->findings[i].defect && r->findings[n].defect &&
        omen_defect_same(r->findings[i].defect, r->findings[n].defect))
      return true;
  return false;
}

/* Defects of all runs; the same place is counted once a run. */
static void add_defects(struct omen_campaign *c, struct omen_report *out) {
  for (size_t i = 0; i < c->nruns; i++) {
    struct omen_campaign_run *r = &c->runs[i];
    if (r->lost) continue;
    for (size_t k = 0; k < r->report.nfindings; k++) {
      struct omen_finding f = r->report.findings[k];
      f.replay = replay_command(c, r);
      if (f.defect && !among(&r->report, k)) add_finding(out, &f);
    }
  }
}

/* Two recorded runs ended with them, and ended alike: of the same deadlock each tells who waited first there.
 */
static bool same_failure(const struct omen_report_incident *a, const struct omen_report_incident *b) {
  return a->recorded && b->recorded && a->consequence == b->consequence &&
         omen_report_same_failure(a->failed, b->failed);
}

/* Those of all recordings, each once: with the evidence of one whose cause is known, if there is one.
 * Shallow: all that they point to stays the recording's. */
static void add_incidents(const struct omen_campaign *c, struct omen_report *out) {
  for (size_t i = 0; i < c->nruns; i++) {
    const struct omen_report *r = &c->runs[i].report;
    for (size_t k = 0; !c->runs[i].lost && k < r->nincidents; k++) {
      struct omen_report_incident one = r->incidents[k];
      one.home = r;
      one.failed = one.recorded ? r : NULL;
      for (size_t had = 0; had < out->nincidents; had++) {
        struct omen_report_incident *other = &out->incidents[had];
        if (!omen_incident_same(other, &one) && !same_failure(other, &one)) continue;
        one.runs += other->runs;
        const struct omen_report *failed = other->failed ? other->failed : one.failed;
        bool better =
            one.tested > other->tested || (one.tested == other->tested && one.confirmed > other->confirmed);
        size_t runs = one.runs;
        if (!better) one = *other;
        one.runs = runs;
        one.failed = failed;
        one.recorded = failed != NULL;
        memcpy(one.id, other->id, sizeof one.id); /* in the place of the other */
        break;
      }
      omen_report_add_incident(out, &one);
    }
  }
}

/* The first recording's report is the frame: program, threads, counters. There is one: a campaign whose first
 * run cannot be recorded ends there. */
void omen_campaign_report(struct omen_campaign *c, struct omen_report *out) {
  *out = c->runs[0].report;
  out->recording = c->dir;
  out->races = omen_xcalloc(c->nraces + 1, sizeof *out->races);
  out->nraces = c->nraces;
  out->runs = omen_xcalloc(c->nruns + 1, sizeof *out->runs);
  out->findings = NULL;
  out->nruns = out->nfindings = out->unheard = 0;
  out->incidents = NULL;
  out->nincidents = 0;
  add_incidents(c, out);
  add_defects(c, out);
  omen_campaign_inversions(c, out);
  omen_inversions_link(out);
  omen_campaign_other_schedules(c, out);
  for (size_t i = 0; i < c->nraces; i++) out->races[i] = merge(c, &c->races[i]);
  omen_campaign_predicted(c, out);
  number(out->races, out->nraces);
  qsort(out->races, out->nraces, sizeof *out->races, by_severity);
  for (size_t i = 0; i < c->nruns; i++) {
    struct omen_finding f = finding(c, &c->runs[i]);
    if (i && !c->runs[i].lost) out->left_out += c->runs[i].report.left_out;
    add_run(out, &c->runs[i]);
    if (f.consequence) add_finding(out, &f);
    if (!c->runs[i].lost && c->runs[i].report.why_not && !out->why_not)
      out->why_not = c->runs[i].report.why_not;
  }
}

void omen_campaign_report_release(struct omen_report *r) {
  for (size_t i = 0; i < r->nraces; i++) free(r->races[i].member);
  free(r->races);
  free(r->runs);
  free(r->findings);
  free(r->incidents);
  free(r->inversions);
  free(r->answers);
  json_decref(r->race_coverage);
  free(r->predicted.failed);
}
