/* How a run ended, if that was not in order: a signal, a deadlock, an endless loop. In the report, and behind
 * a replay: who asks to see it happen should see it. */
#include "report/text_parts.h"
#include "report/write.h"
#include <string.h>
#include <unistd.h>

static void thread_block(struct omen_text *t, const struct omen_report *r, int id) {
  const struct omen_report_thread *th = omen_report_thread(r, id);
  char name[32], parent[32];
  if (!th || id <= 0) return;
  omen_buf_addf(t->out, "  T%s", omen_text_thread(id, name) + 1);
  if (th->start) omen_buf_addf(t->out, " (%s)", th->start);
  omen_buf_addf(t->out, " was created by %s:\n", omen_text_thread(th->parent, parent));
  omen_text_frames(t, &th->created);
}

static bool waits(const struct omen_report *r, int thread) {
  for (size_t i = 0; i < r->nwaits; i++)
    if (r->waits[i].thread == thread) return true;
  return false;
}

static void deadlock(struct omen_text *t, const struct omen_report *r) {
  if (r->outcome.end != OMEN_END_DEADLOCK) return;
  omen_buf_adds(t->out, OMEN_TEXT_RULE "DEADLOCK: no thread can go on\n");
  for (size_t i = 0; i < r->nwaits; i++) {
    omen_text_wait(t, &r->waits[i]);
    omen_text_holds(t, r->holds, r->nholds, r->waits[i].thread);
  }
  for (size_t i = 0; i < r->nthreads; i++) /* held by a thread that has ended */
    if (!waits(r, r->threads[i].id)) omen_text_holds(t, r->holds, r->nholds, r->threads[i].id);
  for (size_t i = 0; i < r->nwaits; i++) thread_block(t, r, r->waits[i].thread);
}

static void endless(struct omen_text *t, const struct omen_report *r) {
  char name[32];
  if (r->outcome.end != OMEN_END_ENDLESS) return;
  bool proved = r->outcome.endless_by == OMEN_KNOWN_PROVED;
  omen_buf_addf(t->out, OMEN_TEXT_RULE "ENDLESS LOOP: the program goes on for ever (%s)\n",
                proved ? "proved: the same state comes again, and nobody else can change it"
                       : "the same state came again and again, on other schedules too");
  for (size_t i = 0; i < r->nloops; i++) {
    omen_buf_addf(t->out, "  T%s goes round at:\n", omen_text_thread(r->loops[i].thread, name) + 1);
    omen_text_frames(t, &r->loops[i].stack);
  }
  for (size_t i = 0; i < r->nwaits; i++)
    if (strcmp(r->waits[i].what, "run")) omen_text_wait(t, &r->waits[i]);
}

static void fault(struct omen_text *t, const struct omen_report *r) {
  const struct omen_outcome *o = &r->outcome;
  if (o->end != OMEN_END_SIGNAL) return;
  const char *name = strsignal(o->status);
  if (r->limited && omen_outcome_told_to_end(o))
    omen_buf_addf(t->out, OMEN_TEXT_RULE "TIME LIMIT: the program was ended after %.3g s (--time-limit)",
                  r->seconds);
  else
    omen_buf_addf(t->out, OMEN_TEXT_RULE "SIGNAL: the program %s signal %d (%s)",
                  omen_outcome_told_to_end(o) ? "was ended by" : "died of", o->status, name ? name : "?");
  if (o->addr) omen_buf_addf(t->out, " at address 0x%llx", (unsigned long long)o->addr);
  char thread[32];
  if (o->crashed >= 0) omen_buf_addf(t->out, " in %s", omen_text_thread(o->crashed, thread));
  omen_buf_adds(t->out, "\n");
  if (r->fault.n) omen_text_frames(t, &r->fault);
}

void omen_text_end(struct omen_text *t, const struct omen_report *r) {
  fault(t, r);
  deadlock(t, r);
  endless(t, r);
}

static void defects(struct omen_text *t, struct omen_resolver *v, const struct omen_outcome *o) {
  for (size_t i = 0; i < o->ndefects; i++) {
    struct omen_finding f = {.defect = omen_defect_resolve(v, &o->defects[i])};
    omen_text_defect(t, &f);
    omen_defect_release((struct omen_report_defect *)f.defect);
  }
}

int omen_report_end(const struct omen_recording *r, const struct omen_outcome *o, struct omen_buf *out,
                    struct omen_err *err) {
  struct omen_report report = {.color = omen_report_color(STDERR_FILENO),
                               .width = omen_report_width(STDERR_FILENO)};
  struct omen_resolver v;
  struct omen_text t = {.r = &report, .out = out};
  size_t from = out->len;
  if (omen_resolver_init(&v, r, o, &report.pool, err)) return -1;
  defects(&t, &v, o);
  report.outcome = *o; /* lent */
  report.waits = omen_resolve_holds(&v, o->waits, report.nwaits = o->nwaits);
  report.holds = omen_resolve_holds(&v, o->holds, report.nholds = o->nholds);
  report.loops = omen_resolve_holds(&v, o->loops, report.nloops = o->nloops);
  if (o->end == OMEN_END_SIGNAL) report.fault = omen_resolve_fault(&v, o->pc, &o->crash);
  omen_text_end(&t, &report);
  for (size_t i = 0; o->end == OMEN_END_CUT && i < o->nnotes; i++)
    omen_buf_addf(out, "omen: %s\n", o->notes[i]);
  omen_text_finish(&t, from);
  report.outcome = (struct omen_outcome){0};
  omen_resolver_release(&v);
  omen_lines_release(&t.source);
  omen_report_release(&report);
  return 0;
}
