/* The search over other inputs: see paths.h. */
#include "base/interrupt.h"
#include "expect/expect.h"
#include "triage/evidence.h"
#include "triage/paths_parts.h"
#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  RUNS_A_PATH = 40,     /* runs of the search for each of Mp */
  COMPARED_A_PATH = 10, /* comparisons of both orders, likewise */
  PLATEAU = 30,         /* runs in a row that decide nothing as no run did before: then the search is over */
  LONGEST = 60,         /* seconds of processor time, where the user sets no budget */
  ASIDE = 16,           /* derived recordings kept for the end */
  RESERVED = 2,         /* of Mp paths, for those */
  /* Without a race to judge, which is what most clean programs are: so many runs, new ones among the last
     few, seconds. */
  HUNT_RUNS = 40,
  HUNT_PLATEAU = 10,
  HUNT_LONGEST = 15
};

/* ---- what is wanted ---- */

static bool open_target(const struct omen_paths *p, const struct omen_target *t) { return !t->harmful; }

static bool wants_more(const struct omen_paths *p, const struct omen_target *t) {
  return !t->harmful && t->primaries < p->job->paths;
}
/* Of those Mp, some are for paths on which nothing is new but their length: the longest, the shortest. */
static bool wants_new(const struct omen_paths *p, const struct omen_target *t) {
  int paths = p->job->paths;
  return !t->harmful && t->primaries < (paths > RESERVED + 2 ? paths - RESERVED : paths);
}

static bool any(const struct omen_paths *p, omen_target_wanted *want) {
  for (size_t i = 0; i < p->ntargets; i++)
    if (want(p, &p->targets[i])) return true;
  return false;
}

/* Processor time of this process and of the runs that it made. A busy machine takes longer, and finds the
 * same. */
static double spent(void) { return omen_spent(false) + omen_spent(true); }

static bool late(const struct omen_paths *p) {
  if (omen_interrupted()) return true;
  return p->job->deadline ? omen_now() >= p->job->deadline
                          : spent() - p->start >= (p->hunts && !p->ntargets ? HUNT_LONGEST : LONGEST);
}

/* Where the recorded run has no race to judge, those that other paths have are looked for. */
static bool goes_on(const struct omen_paths *p) { return p->hunts || any(p, open_target); }

static bool over(const struct omen_paths *p) {
  if (p->hunts && !p->job->deadline && (p->tried >= HUNT_RUNS || p->idle >= HUNT_PLATEAU)) return true;
  return late(p) || p->tried >= RUNS_A_PATH * p->job->paths || p->idle >= PLATEAU || !goes_on(p);
}

static void find_targets(struct omen_paths *p) {
  struct omen_report *r = p->job->single->report;
  p->ctargets = r->nraces + 1;
  p->targets = omen_xcalloc(p->ctargets, sizeof *p->targets);
  for (size_t i = 0; i < r->nraces; i++) {
    struct omen_race *race = &r->races[i];
    if (!race->verdict.class || race->verdict.consequence || race->mark.suppressed) continue;
    if (p->job->only && strcmp(p->job->only, race->id)) continue;
    p->targets[p->ntargets++] = (struct omen_target){.race = race, .primaries = 1};
  }
}

/* ---- one run ---- */

/* Does it decide anywhere as no run before did, or do what no run has done? */
static bool is_new(struct omen_paths *p, const struct omen_sym_trace *t) {
  bool new = false;
  for (uint32_t i = 0; i < t->n_blocks; i++)
    if (omen_sym_block_covered(t, i)) new |= omen_table_count(&p->seen, ~(uint64_t)i) == 1;
  for (uint32_t i = 0; i < t->n_steps; i++) {
    const struct omen_sym_step *s = &t->steps[i];
    if (s->kind != OMEN_SYM_BRANCH_STEP && s->kind != OMEN_SYM_FAULT_STEP) continue;
    uint64_t way = ((uint64_t)s->site << 2 | (uint64_t)s->taken << 1 | (s->kind == OMEN_SYM_FAULT_STEP));
    new |= omen_table_count(&p->seen, way) == 1;
  }
  return new;
}

/* In order of length. Where there are too many, one in the middle goes: what goes round longest, or ends
 * soonest, is what differs most from the recorded run. */
static void set_aside(struct omen_paths *p, struct omen_derived *d) {
  OMEN_GROW(p->aside, p->naside, p->caside);
  size_t at = p->naside++;
  for (; at && p->aside[at - 1]->steps < d->steps; at--) p->aside[at] = p->aside[at - 1];
  p->aside[at] = d;
  if (p->naside <= ASIDE) return;
  omen_derived_free(p->aside[ASIDE / 2]);
  memmove(&p->aside[ASIDE / 2], &p->aside[ASIDE / 2 + 1], (ASIDE - ASIDE / 2) * sizeof *p->aside);
  p->naside--;
}

/* The report borrows from what is evidence; all else goes. */
static void keep(struct omen_paths *p, struct omen_derived *d) {
  if (!d->keep && !d->held) {
    omen_derived_free(d);
    return;
  }
  OMEN_GROW(p->kept, p->nkept, p->ckept);
  p->kept[p->nkept++] = d;
}

/* Which of the races are in it? `compared`: both orders of those are looked at as expressions. */
static int compare(struct omen_paths *p, struct omen_derived *d, struct omen_err *err) {
  if (omen_derived_report(d, err)) return -1;
  omen_novel_find(p, d);
  for (size_t i = 0; i < p->ntargets; i++) {
    struct omen_target *t = &p->targets[i];
    const struct omen_race *there = omen_derived_find(d, t->race);
    if (!there) continue;
    t->reached += d != p->first;
    if (t->harmful || p->job->no_proofs || t->compared >= COMPARED_A_PATH * p->job->paths) continue;
    if (omen_derived_compare(p, d, there, t, err)) return -1;
  }
  return 0;
}

/* `counts`: the path is one of the Mp. It is not if it is judged already, or if the solver has shown that the
 * orders differ on it: then judging it is no search, but gives the evidence. */
static int judge(struct omen_paths *p, struct omen_derived *d, omen_target_wanted *want, bool counts,
                 struct omen_err *err) {
  if (omen_derived_report(d, err)) return -1;
  omen_novel_find(p, d);
  bool wanted[p->ntargets + 1];
  for (size_t i = 0; i < p->ntargets; i++) wanted[i] = want(p, &p->targets[i]);
  if (omen_derived_judge(p, d, want, err)) return -1;
  for (size_t i = 0; i < p->ntargets; i++) {
    const struct omen_race *there = omen_derived_find(d, p->targets[i].race);
    if (there && wanted[i]) omen_target_judged(p, &p->targets[i], d, there, counts);
  }
  omen_paths_incidents(p, d);
  omen_paths_findings(p, d);
  return 0;
}

static int add_trace(struct omen_paths *p, struct omen_derived *d, uint32_t id, bool *new,
                     struct omen_err *err) {
  struct omen_sym_trace trace = {0};
  char *path = omen_format("%s/symbolic", d->recording.dir);
  int bad = omen_sym_trace_read(&trace, path, err);
  free(path);
  if (bad) return -1;
  *new = is_new(p, &trace);
  d->steps = trace.n_steps;
  omen_search_add(p->search, &trace, &d->inputs, id);
  return 0;
}

static void say(struct omen_paths *p) {
  int reached = 0, harmful = 0;
  for (size_t i = 0; i < p->ntargets; i++) {
    if (p->targets[i].reached > reached) reached = p->targets[i].reached;
    harmful += p->targets[i].harmful;
  }
  char *line = omen_format("other inputs: %d tried, %d with a race, %d of %zu races harmful with one; %zu "
                           "decisions left to try",
                           p->tried, reached, harmful, p->ntargets, omen_search_waiting(p->search));
  omen_progress_say(p->job->progress, line);
  free(line);
}

/* Processor seconds of a run: one that takes so much longer than the recorded one may never end. */
static unsigned longest(const struct omen_paths *p) {
  double own = 3 + 20 * p->first->recording.manifest.seconds;
  return own < 20 ? (unsigned)own : 20;
}

/* A run with these inputs. One that cannot be made is counted, and that is all. */
enum source { FOUND, ASKED, COMPARED }; /* by the search; by no decision; by comparing outputs */
static int try(struct omen_paths *p, const struct omen_inputs *in, uint32_t id, enum source from,
               struct omen_err *err) {
  struct omen_err why = {0};
  bool new = false;
  p->tried++;
  struct omen_derivation how = {.base = &p->first->recording, .inputs = in, .seconds = longest(p)};
  struct omen_derived *d = omen_derived_new(p, &how, &why);
  if (!d) {
    p->lost++;
    return 0;
  }
  add_trace(p, d, id, &new, &why);
  p->idle = new ? 0 : p->idle + 1;
  say(p);
  bool fails = d->outcome.end != OMEN_END_EXIT || d->outcome.ndefects;
  int result = 0;
  omen_target_wanted *want = fails || from == ASKED ? wants_more : wants_new;
  if (from == COMPARED)
    result = judge(p, d, open_target, false, err);
  else if (new || fails || from == ASKED)
    result = judge(p, d, want, true, err);
  if (!result && d->outcome.nracy) result = compare(p, d, err);
  if (!result && d->differs && !d->keep) result = judge(p, d, open_target, false, err);
  if (!new && from == FOUND && !fails && d->outcome.nracy && !d->keep && !d->held)
    set_aside(p, d);
  else
    keep(p, d);
  return result;
}

/* ---- the whole ---- */

static int search(struct omen_paths *p, struct omen_err *err) {
  int result = 0;
  while (!result && !late(p) && goes_on(p)) {
    if (p->nasked) {
      struct omen_wish wish = p->asked[--p->nasked];
      result = try(p, &wish.inputs, 0, wish.compared ? COMPARED : ASKED, err);
      omen_inputs_release(&wish.inputs);
      continue;
    }
    struct omen_search_found found;
    if (over(p) || !omen_search_next(p->search, p->job->deadline, &found)) break;
    result = try(p, &found.inputs, found.id, FOUND, err);
    omen_search_found_release(&found);
  }
  /* The longest, the shortest, and so on. */
  for (size_t i = 0; !result && i < p->naside && !late(p); i++) {
    size_t one = i & 1 ? p->naside - 1 - i / 2 : i / 2;
    if (!any(p, wants_more)) break;
    result = judge(p, p->aside[one], wants_more, true, err);
    keep(p, p->aside[one]);
    p->aside[one] = NULL;
  }
  return result;
}

int omen_paths_extras(const struct omen_recording *r, const struct omen_variant *v, struct omen_buf *out,
                      struct omen_err *err) {
  const struct omen_manifest *m = &r->manifest;
  static char *none[1];
  if (!m->invariants && !m->without) return 0;
  return omen_expect(v->path, v->library_folder, m->invariants ? m->invariants : none,
                     m->without ? m->without : none, out, err);
}

int omen_paths_same_program(const struct omen_recording *r, struct omen_err *err) {
  static const enum omen_variant_kind kinds[] = {OMEN_VARIANT_EXACT, OMEN_VARIANT_ANALYSIS,
                                                 OMEN_VARIANT_PRUNED, OMEN_VARIANT_CHECK_PRUNE};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    struct omen_variant v;
    if (omen_variant_get(r->manifest.program, kinds[i], &v, err)) return -1;
    bool same = !strcmp(v.key, r->manifest.variant);
    omen_variant_release(&v);
    if (same) return 0;
  }
  return omen_fail(err, "%s, or Omen, is another than when %s was recorded: record it again",
                   r->manifest.program, r->dir);
}

static void find_heads(struct omen_paths *p) {
  struct omen_err why = {0};
  omen_progress_say(p->job->progress, "other inputs: looking for code that no run has reached");
  if (omen_heads_find(&p->heads, p->job->single->recording, p->first->recording.dir, &p->first->outcome,
                      &why))
    omen_warn("other inputs are tried without heading for what was not reached: %s", why.msg);
}

/* The recorded inputs once more, by the symbolic variant. */
static int begin(struct omen_paths *p, const struct omen_inputs *in, struct omen_err *err) {
  const struct omen_recording *r = p->job->single->recording;
  struct omen_variant v;
  struct omen_buf more = {0};
  if (omen_paths_same_program(r, err) ||
      omen_variant_get(r->manifest.program, OMEN_VARIANT_SYMBOLIC, &v, err))
    return -1;
  if (!omen_paths_extras(r, &v, &more, err)) {
    struct omen_derivation how = {.base = r, .inputs = in, .variant = &v, .extras = &more};
    p->first = omen_derived_new(p, &how, err);
  }
  omen_buf_release(&more);
  omen_variant_release(&v);
  bool new;
  if (p->first && p->job->heads) find_heads(p);
  if (!p->first || add_trace(p, p->first, 0, &new, err)) return -1;
  return p->first->outcome.nracy ? compare(p, p->first, err) : 0;
}

/* An earlier search's recordings go with its verdicts. If only one race is judged anew, those of the others
 * stay, and the new ones get other numbers. */
static void make_room(struct omen_paths *p) {
  char *folder = omen_format("%s/paths", p->job->single->recording->dir);
  DIR *d = p->job->only ? opendir(folder) : NULL;
  for (struct dirent *e; d && (e = readdir(d));) {
    unsigned n = (unsigned)strtoul(e->d_name, NULL, 10);
    if (n > p->number && n < 1000000) p->number = n;
  }
  if (d) closedir(d);
  if (!p->job->only) omen_rmtree(folder);
  free(folder);
}

int omen_paths_tried(const struct omen_paths *p, int *races) {
  *races = 0;
  for (size_t i = 0; i < p->ntargets; i++) *races += omen_novel_told(&p->targets[i]);
  return p->tried;
}

int omen_paths_work(const struct omen_paths_job *job, struct omen_paths **out, struct omen_err *err) {
  struct omen_paths *p = *out = omen_xcalloc(1, sizeof *p);
  struct omen_inputs in = {0};
  p->job = job;
  p->start = spent();
  find_targets(p);
  make_room(p);
  p->hunts = !p->ntargets && !job->only;
  if (!p->ntargets && !p->hunts) return 0;
  if (omen_inputs_of(job->single->recording, job->symbolic, &in, err)) return -1;
  /* The few paths of a race that is known go to its own decisions; wishes help to arrive elsewhere. */
  p->search = omen_search_new(
      &(struct omen_search_options){
          .wishes = p->hunts, .nearness = job->heads ? omen_heads_nearness : NULL, .heads = &p->heads},
      err);
  int result = p->search ? begin(p, &in, err) : -1;
  for (size_t i = 0; !result && i < in.n; i++) { /* no decision says that a variable could be there, or not */
    struct omen_inputs other;
    if (!omen_inputs_other_way(&in, i, &other)) continue;
    OMEN_GROW(p->asked, p->nasked, p->casked);
    p->asked[p->nasked++] = (struct omen_wish){.inputs = other};
  }
  if (!result) result = search(p, err);
  omen_inputs_release(&in);
  if (!result) omen_paths_sum_up(p);
  return result;
}

void omen_paths_release(struct omen_paths *p) {
  if (!p) return;
  for (size_t i = 0; i < p->nkept; i++) omen_derived_free(p->kept[i]);
  for (size_t i = 0; i < p->naside; i++) omen_derived_free(p->aside[i]);
  for (size_t i = 0; i < p->nasked; i++) omen_inputs_release(&p->asked[i].inputs);
  omen_derived_free(p->first);
  omen_novel_release(p);
  char *folder = omen_format("%s/paths", p->job->single->recording->dir);
  rmdir(folder); /* if nothing in it was kept */
  free(folder);
  omen_search_free(p->search);
  omen_heads_release(&p->heads);
  omen_table_release(&p->seen);
  omen_table_release(&p->notes);
  omen_table_release(&p->wished);
  omen_buf_release(&p->assumes);
  json_decref(p->told);
  free(p->kept);
  free(p->aside);
  free(p->asked);
  free(p->targets);
  free(p);
}
