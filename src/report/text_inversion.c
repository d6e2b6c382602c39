/* Potential deadlocks for people. */
#include "report/inversion.h"
#include "report/text_parts.h"
#include <string.h>

static void one_lock(struct omen_text *t, const struct omen_report_edge *e, bool took) {
  const struct omen_report_lock *l = took ? &e->took : &e->wants;
  char name[32];
  const char *mode = !strcmp(l->what, "rwlock") ? l->read ? " for reading" : " for writing" : "";
  if (took) {
    const char *who = omen_text_thread(e->thread, name);
    omen_buf_addf(t->out, "  %c%s holds %s `%s`%s, taken at:\n", who[0] == 't' ? 'T' : who[0], who + 1,
                  l->what, l->object, mode);
  } else {
    omen_buf_addf(t->out, "  and takes %s `%s`%s then:\n", l->what, l->object, mode);
  }
  omen_text_frames(t, &l->stack);
}

static void verdict(struct omen_text *t, const struct omen_inversion *v) {
  if (!strcmp(v->status, OMEN_INVERSION_SHOWN))
    omen_buf_addf(t->out,
                  "  %sIt happens%s: predicted, and then run: the threads waited for each other for ever.\n",
                  omen_text_ink(t, OMEN_INK_BAD), omen_text_ink(t, OMEN_INK_PLAIN));
  else if (!strcmp(v->status, OMEN_INVERSION_NOT_REACHED))
    omen_buf_addf(t->out, "  Not reached in %d run%s: %s.\n", v->runs, v->runs == 1 ? "" : "s", v->why);
  else
    omen_buf_adds(t->out, "  It did not happen in this run; 'omen classify' tries to make it.\n");
  if (v->replay) omen_buf_addf(t->out, "  See it happen:  %s\n", v->replay);
}

/* What was tried, and did not happen, is told with --all alone. */
static bool is_counted(const struct omen_text *t, const struct omen_inversion *v) {
  return !strcmp(v->status, OMEN_INVERSION_NOT_REACHED) && !t->r->predicted.told;
}

void omen_text_inversions(struct omen_text *t) {
  for (size_t i = 0; i < t->r->ninversions; i++) {
    const struct omen_inversion *v = &t->r->inversions[i];
    if (v->suppressed || v->incident || is_counted(t, v)) continue;
    bool shown = !strcmp(v->status, OMEN_INVERSION_SHOWN);
    omen_buf_addf(t->out,
                  "==================\n%s: %s%s: %zu threads take locks in opposite orders [deadlock %s]\n",
                  shown ? "ERROR" : "WARNING", shown ? "" : "potential ", "deadlock", v->n, v->id);
    for (size_t k = 0; k < v->n; k++) {
      one_lock(t, &v->edges[k], true);
      one_lock(t, &v->edges[k], false);
    }
    verdict(t, v);
  }
}

void omen_text_inversions_sum(struct omen_text *t) {
  size_t n = 0, shown = 0, counted = 0;
  for (size_t i = 0; i < t->r->ninversions; i++) {
    if (t->r->inversions[i].suppressed) continue;
    n++;
    shown += !strcmp(t->r->inversions[i].status, OMEN_INVERSION_SHOWN);
    counted += is_counted(t, &t->r->inversions[i]);
  }
  if (!n) return;
  omen_buf_addf(t->out, "SUMMARY: %zu potential deadlock%s", n, n == 1 ? "" : "s");
  if (shown) omen_buf_addf(t->out, ", %zu of which happen%s", shown, shown == 1 ? "s" : "");
  if (counted) omen_buf_addf(t->out, "; %zu could not be brought about (--all shows them)", counted);
  omen_buf_adds(t->out, "\n");
}
