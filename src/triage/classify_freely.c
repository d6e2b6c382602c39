/* Other schedules of a recorded run: see classify_parts.h. */
#include "classify/free_explore.h"
#include "record/memory.h"
#include "triage/classify_parts.h"

/* FREE_RUNS: free exploration makes so many times --schedules, which by default costs about as much as a race
 * or two. FREE_SECONDS of the processor, or half of what judging took, is what it may take. FREE_SEEDS: seeds
 * of one recording. */
enum { FREE_RUNS = 24, FREE_SEEDS = 100000 };
#define FREE_SECONDS 1.5

/* Recordings of one program have other schedules, and other seeds. */
static struct omen_free_effort free_effort(const struct omen_classify_work *w,
                                           const struct omen_evidence_free *done) {
  const struct omen_classify_job *job = w->job;
  double judging = omen_work() - w->start, seconds = judging / 2;
  bool weak = omen_memory_of(job->recording->manifest.flags) != OMEN_MEMORY_SC;
  int runs = FREE_RUNS * (weak ? OMEN_FREE_CHOICES : 1), first = (int)(job->nth * (unsigned)runs);
  return (struct omen_free_effort){.from = done->tried ? done->tried : first,
                                   .to = first + runs * (job->schedules > 0 ? job->schedules : 1),
                                   .recorded = &job->report->outcome,
                                   .cpu_seconds = job->report->cpu_seconds,
                                   .weak = weak,
                                   .seed = job->recording->manifest.seed * FREE_SEEDS,
                                   .seconds = seconds < FREE_SECONDS ? FREE_SECONDS : seconds};
}

bool omen_classify_has_schedules(const struct omen_classify_work *w) {
  const struct omen_outcome *o = &w->job->report->outcome;
  return !w->job->only && !w->job->states_only && omen_outcome_counter(o, "threads") > 1 &&
         o->end != OMEN_END_DIVERGED && o->end != OMEN_END_LOST && !w->job->report->why_not;
}

bool omen_classify_wants_free(const struct omen_classify_work *w) {
  return w->job->freely && omen_classify_has_schedules(w);
}

static void tell_free(struct omen_report *report, const struct omen_evidence_free *done) {
  report->other_schedules = (struct omen_other_schedules){
      .runs = done->runs, .why_not = done->why_not ? omen_pool_str(&report->pool, done->why_not) : NULL};
}

int omen_classify_search_first(struct omen_classify_work *w) {
  struct omen_evidence_free done = omen_evidence_free(&w->evidence);
  struct omen_free_effort effort = free_effort(w, &done);
  struct omen_free f;
  if (!effort.weak || done.why_not || done.tried) return 0;
  int result = omen_free_open(&f, &w->x, &w->incidents, &effort, w->err);
  if (!result) result = omen_free_search(&f, w->err);
  omen_free_close(&f);
  if (!result) result = omen_classify_tell(w);
  return result && omen_classify_over(w) ? 0 : result;
}

int omen_classify_freely(struct omen_classify_work *w) {
  struct omen_evidence_free done = omen_evidence_free(&w->evidence);
  struct omen_free_effort effort = free_effort(w, &done);
  struct omen_free f;
  bool more = true;
  tell_free(w->job->report, &done);
  if (done.why_not || done.over >= effort.to) return 0;
  int before = done.runs, result = omen_free_open(&f, &w->x, &w->incidents, &effort, w->err);
  while (!result && more) {
    result = omen_free_step(&f, &more, w->err);
    if (!result) result = omen_classify_tell(w);
    if (result) break;
    done = (struct omen_evidence_free){f.next, before + f.runs, more ? 0 : effort.to, f.why_not};
    tell_free(w->job->report, &done);
    omen_evidence_add_free(&w->evidence, &done);
    result = omen_evidence_save(&w->evidence, w->job->recording->dir, w->err);
    if (w->job->explored) w->job->explored(w->job->context, f.next - effort.from, effort.to - effort.from);
  }
  omen_free_close(&f);
  return result && omen_classify_over(w) ? 0 : result;
}
