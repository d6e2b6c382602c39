/* One order only: see single.h. */
#include "classify/single.h"
#include <stdio.h>
#include <string.h>

/* ---- other pasts ---- */

/* The event at which the recording is left: the beginning (what opens a gate may be done long before the
 * race, and only a past that is another by then can do it otherwise), and halfway to the race. */
static uint64_t leave_at(const struct omen_family *p, int k) {
  const struct omen_outcome *o = &p->run[OMEN_RECORDED][0].outcome;
  uint64_t all = omen_outcome_counter(o, "events"), live = omen_outcome_counter(o, "live_events");
  uint64_t race = all > live ? all - live : 1;
  return k % 2 ? 1 + race / 2 : 1;
}

int omen_single_pasts(struct omen_explorer *x, const struct omen_family *families, size_t instances,
                      struct omen_family *out, size_t *n, int *runs, struct omen_err *err) {
  struct omen_plan plans[OMEN_SINGLE_PASTS];
  struct omen_result results[OMEN_SINGLE_PASTS];
  for (int k = 0; k < OMEN_SINGLE_PASTS; k++) {
    const struct omen_family *p = &families[(size_t)(k / 2) % instances];
    out[k] = (struct omen_family){.s = p->s,
                                  .instance = p->instance,
                                  .leave = leave_at(p, k),
                                  .leave_seed = k < 2 ? OMEN_LEAVE_LOCKSTEP : (uint64_t)k};
    plans[k] = omen_family_plan(&out[k], true, 0);
  }
  int failed = omen_explore(x, plans, OMEN_SINGLE_PASTS, results, err);
  for (int k = 0; k < OMEN_SINGLE_PASTS; k++) omen_plan_release(&plans[k]);
  *n = 0;
  if (failed) return -1;
  *runs += OMEN_SINGLE_PASTS;
  for (int k = 0; k < OMEN_SINGLE_PASTS; k++) {
    if (omen_result_met(&results[k])) out[(*n)++] = out[k];
    omen_result_release(&results[k]);
  }
  return 0;
}

/* ---- what is said ---- */

static const char *noted(const struct omen_outcome *o, size_t i, const char *begins) {
  size_t n = strlen(begins);
  return strncmp(o->notes[i], begins, n) ? NULL : o->notes[i] + n;
}

/* The first reason that any of the runs has. */
static const char *why_not(const struct omen_family *families, size_t n) {
  for (size_t f = 0; f < n; f++)
    for (int i = 0; i < families[f].n; i++) {
      const struct omen_outcome *o = &families[f].run[OMEN_FLIPPED][i].outcome;
      for (size_t k = 0; k < o->nnotes; k++) {
        const char *why = noted(o, k, "no proof: ");
        if (why) return why;
      }
    }
  return NULL;
}

static void add_line(struct omen_buf *lines, const char *line) {
  if (lines->len && strstr(lines->data, line)) return;
  omen_buf_addf(lines, "%s%s", lines->len ? "\n" : "", line);
}

static void assume(const struct omen_family *families, size_t n, struct omen_buf *lines) {
  int schedules = 0;
  for (size_t f = 0; f < n; f++) schedules += families[f].n;
  omen_buf_addf(lines,
                "what comes before the first access is as recorded, or as in one of %d other schedules",
                OMEN_SINGLE_PASTS);
  omen_buf_addf(lines, "\nthe others run, while the first thread waits, as in one of %d schedules",
                schedules);
  for (size_t f = 0; f < n; f++)
    for (int i = 0; i < families[f].n; i++) {
      const struct omen_outcome *o = &families[f].run[OMEN_FLIPPED][i].outcome;
      for (size_t k = 0; k < o->nnotes; k++) {
        const char *what = noted(o, k, "proof assumes: ");
        if (what) add_line(lines, what);
      }
    }
}

void omen_single_say(const struct omen_family *families, size_t n, struct omen_judgement *j) {
  if (j->proof == OMEN_PROOF_PROVED) {
    snprintf(j->what, sizeof j->what, "the second thread waits for the first, which comes after its access");
    assume(families, n, &j->assumes);
    return;
  }
  const char *why = why_not(families, n);
  snprintf(j->what, sizeof j->what, "the second thread did not get to its access before the first%s%s%s",
           why ? " (no proof: " : "", why ? why : "", why ? ")" : "");
}
