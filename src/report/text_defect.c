/* A defect, for people: in the words of AddressSanitizer where it has some. See text_parts.h. */
#include "report/text_parts.h"
#include <ctype.h>
#include <string.h>

static void done_by(struct omen_text *t, const struct omen_report_by *b, const char *lead) {
  char name[32];
  if (!b->did) return;
  omen_buf_addf(t->out, "  %s%s by %s:\n", lead, b->did, omen_text_thread(b->thread, name));
  omen_text_frames(t, &b->stack);
}

/* What was hit, then who made it and who gave it back. */
static void object(struct omen_text *t, const struct omen_report_defect *d) {
  if (d->hit[0]) {
    omen_buf_addf(t->out, "  That is %s", d->hit);
    if (d->file && d->line) omen_buf_addf(t->out, ", defined at %s:%d", d->file, d->line);
    if (d->base) omen_buf_addf(t->out, ", which begins at 0x%llx", (unsigned long long)d->base);
    omen_buf_adds(t->out, ".\n");
  } else if (d->object) {
    omen_buf_addf(t->out, "  That is `%s`", d->object);
    if (d->file && d->line) omen_buf_addf(t->out, ", defined at %s:%d", d->file, d->line);
    omen_buf_adds(t->out, ".\n");
  }
  done_by(t, &d->made, "It was ");
  done_by(t, &d->gone, d->made.did ? "and " : "It was ");
}

/* A sentence begins with a capital; what is invariant, or checked, is an expression of the program. */
static void says(struct omen_text *t, const struct omen_report_defect *d, const char *end) {
  bool quoted = d->kind == OMEN_DEFECT_INVARIANT || d->kind == OMEN_DEFECT_CHECK;
  char first = quoted ? d->says[0] : (char)toupper((unsigned char)d->says[0]);
  if (first) omen_buf_addf(t->out, "  %c%s%s\n", first, d->says + 1, end);
}

static bool waits(const struct omen_report_defect *d, int thread) {
  for (size_t i = 0; i < d->nwaits; i++)
    if (d->waits[i].thread == thread) return true;
  return false;
}

/* Who waits, each with what it holds; then who holds something and waits for nothing. */
static void stuck(struct omen_text *t, const struct omen_report_defect *d) {
  for (size_t i = 0; i < d->nwaits; i++) {
    omen_text_wait(t, &d->waits[i]);
    omen_text_holds(t, d->holds, d->nholds, d->waits[i].thread);
  }
  for (size_t i = 0; i < d->nholds; i++)
    if (!waits(d, d->holds[i].thread)) omen_text_holds(t, &d->holds[i], 1, d->holds[i].thread);
}

/* "Heap use after free: write of 4 bytes at 0x10 by thread T2:" */
static void lead(struct omen_text *t, const struct omen_report_defect *d, bool titled) {
  char name[32];
  const char *first = titled ? d->act : d->title, *rest = titled ? "" : d->act;
  omen_buf_addf(t->out, "  %c%s%s%s", toupper((unsigned char)first[0]), first + 1, titled ? "" : ": ", rest);
  if (d->access.size) omen_buf_addf(t->out, " at 0x%llx", (unsigned long long)d->access.addr);
  omen_buf_addf(t->out, " by %s:\n", omen_text_thread(d->thread, name));
}

/* After the heading, if there is one: the stack, what was hit, and the rest. */
static void body(struct omen_text *t, const struct omen_report_defect *d, bool titled) {
  char name[32];
  bool stacks = d->nwaits > 0;
  if (d->says) says(t, d, stacks || d->act[0] ? "" : ":");
  if (stacks) {
    stuck(t, d);
    return;
  }
  if (d->act[0])
    lead(t, d, titled);
  else if (!d->says)
    omen_buf_addf(t->out, "  By %s:\n", omen_text_thread(d->thread, name));
  omen_text_frames(t, &d->access.stack);
  object(t, d);
}

void omen_text_defect(struct omen_text *t, const struct omen_finding *f) {
  const struct omen_report_defect *d = f->defect;
  const struct omen_access *a = &d->access;
  char name[32];
  omen_buf_addf(t->out, "%sERROR: %s%s", omen_text_ink(t, OMEN_INK_BAD), d->title,
                omen_text_ink(t, OMEN_INK_PLAIN));
  if (d->act[0]) omen_buf_addf(t->out, ": %s", d->act);
  omen_buf_addf(t->out, " in %s", d->thread ? omen_text_thread(d->thread, name) : "the main thread");
  if (a->file && a->line) omen_buf_addf(t->out, " at %s:%d", a->file, a->line);
  if (a->function) omen_buf_addf(t->out, " (%s)", a->function);
  omen_buf_adds(t->out, "\n");
  body(t, d, true);
  const struct omen_race *race = omen_report_cause(t->r, d);
  if (race) omen_buf_addf(t->out, "  The order of race %s decides whether it happens.\n", race->id);
  if (t->r->nruns)
    omen_buf_addf(t->out, "  In %zu of %zu runs (strategy %s, seed %llu is one).\n", f->runs, t->r->nruns,
                  f->strategy, (unsigned long long)f->seed);
  if (f->replay) omen_buf_addf(t->out, "  See it happen:  %s   (--gdb: in gdb)\n", f->replay);
}

void omen_text_defect_end(struct omen_text *t, const struct omen_report_defect *d) {
  if (!d->says && !d->act[0])
    omen_buf_addf(t->out, "  %c%s:\n", toupper((unsigned char)d->title[0]), d->title + 1);
  body(t, d, false);
}
