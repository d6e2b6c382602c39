/* Races of one copy: see together.h. */
#include "classify/together.h"
#include "classify/family.h"
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 32 }; /* results that are in memory together, with what they wrote */

static bool ended_well(const struct omen_result *r) {
  return omen_result_met(r) && !omen_result_broke_off(r) && r->outcome.end != OMEN_END_DIVERGED;
}

/* What it wrote, and what it left in files that it has mapped (runtime/world/stored.c). */
static uint64_t left_behind(const struct omen_result *r) {
  return r->hash ^ omen_outcome_counter(&r->outcome, "stored") * UINT64_C(0x9e3779b97f4a7c15);
}

static int run(struct omen_explorer *x, const struct omen_suspect *s, size_t n, bool flipped, int members,
               struct omen_result *out, struct omen_err *err) {
  size_t total = n * (size_t)members;
  struct omen_plan *plan = omen_xcalloc(total + 1, sizeof *plan);
  for (size_t i = 0; i < total; i++)
    plan[i] = omen_family_plan(&(struct omen_family){.s = &s[i / (size_t)members]}, flipped,
                               (int)(i % (size_t)members));
  int failed = omen_explore(x, plan, total, out, err);
  for (size_t i = 0; i < total; i++) omen_plan_release(&plan[i]);
  free(plan);
  return failed;
}

static bool among(const struct omen_buf *hashes, uint64_t one) {
  for (size_t i = 0; i + sizeof one <= hashes->len; i += sizeof one)
    if (!memcmp(hashes->data + i, &one, sizeof one)) return true;
  return false;
}

/* What the program writes with the copy where it was recorded, in so many schedules. One that goes wrong is
 * not left out: then each race is judged by itself, where incidents are kept. */
static int run_recorded(struct omen_explorer *x, struct omen_together *t, struct omen_buf *hashes, bool *well,
                        struct omen_err *err) {
  struct omen_result r[OMEN_FAMILY_MAX];
  if (run(x, t->nearest, 1, OMEN_RECORDED, t->schedules, r, err)) return -1;
  *well = true;
  for (int i = 0; i < t->schedules; i++) {
    *well &= !omen_result_broke_off(&r[i]);
    uint64_t hash = left_behind(&r[i]);
    bool counts = ended_well(&r[i]), new = counts && !among(hashes, hash);
    t->recorded += counts;
    t->outputs += new;
    if (new) omen_buf_add(hashes, &hash, sizeof hash);
    omen_result_release(&r[i]);
  }
  return 0;
}

/* The copy on the other side of all of them. */
static int run_flipped(struct omen_explorer *x, const struct omen_together *t, const struct omen_buf *hashes,
                       bool *alike, struct omen_err *err) {
  struct omen_result r[OMEN_FAMILY_MAX];
  if (run(x, t->farthest, 1, OMEN_FLIPPED, t->schedules, r, err)) return -1;
  *alike = true;
  for (int i = 0; i < t->schedules; i++) {
    *alike &= ended_well(&r[i]) && among(hashes, left_behind(&r[i]));
    omen_result_release(&r[i]);
  }
  return 0;
}

/* And right at each. */
static int run_each(struct omen_explorer *x, const struct omen_together *t, const struct omen_buf *hashes,
                    struct omen_err *err) {
  struct omen_result r[AT_ONCE];
  for (size_t from = 0; from < t->n; from += AT_ONCE) {
    size_t some = t->n - from < AT_ONCE ? t->n - from : AT_ONCE;
    if (run(x, t->s + from, some, OMEN_FLIPPED, 1, r, err)) return -1;
    for (size_t i = 0; i < some; i++) {
      t->alike[from + i] = ended_well(&r[i]) && among(hashes, left_behind(&r[i]));
      omen_result_release(&r[i]);
    }
  }
  return 0;
}

int omen_together_run(struct omen_explorer *x, struct omen_together *t, struct omen_err *err) {
  struct omen_buf hashes = {0};
  bool well = false, alike = false;
  int result = run_recorded(x, t, &hashes, &well, err);
  if (!result && well) result = run_flipped(x, t, &hashes, &alike, err);
  if (!result && alike) result = run_each(x, t, &hashes, err);
  omen_buf_release(&hashes);
  return result;
}
