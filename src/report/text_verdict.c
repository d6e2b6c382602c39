/* A race for people, with its verdict where it has one: what can happen first, how to see it last: see
 * text_parts.h. */
#include "report/explain.h"
#include "report/summary.h"
#include "report/text_parts.h"
#include <string.h>

/* A failed check is the same to scripts as an assertion, but nobody aborts. */
static const char *title(const struct omen_verdict *v) {
  const struct omen_report_defect *d = v->shown ? v->shown->end.defect : NULL;
  if (v->not_judged) return "NOT JUDGED";
  if (v->class != OMEN_CLASS_SPEC_VIOLATED) return omen_class_info(v->class)->title;
  if (d && d->kind == OMEN_DEFECT_CHECK) return "CHECK FAILED";
  return v->consequence ? omen_consequence_title(v->consequence) : omen_class_info(v->class)->title;
}

static const char *worse_title(const struct omen_race_model *m) {
  return m->class == OMEN_CLASS_SPEC_VIOLATED && m->consequence ? omen_consequence_title(m->consequence)
                                                                : omen_class_info(m->class)->title;
}

/* Under a later memory model it may be worse than its verdict, which is of the first. */
static void heading(struct omen_text *t, const struct omen_race *r) {
  const struct omen_race_model *m = omen_race_worse(r);
  static const enum omen_ink inks[] = {[OMEN_TONE_PLAIN] = OMEN_INK_PLAIN,
                                       [OMEN_TONE_BAD] = OMEN_INK_BAD,
                                       [OMEN_TONE_WARN] = OMEN_INK_WARN,
                                       [OMEN_TONE_GOOD] = OMEN_INK_GOOD};
  enum omen_ink ink = inks[omen_class_info(m ? m->class : r->verdict.class)->tone];
  omen_buf_addf(t->out, "%s%s%s%s%s: race on `%s`  [race %s]\n", omen_text_ink(t, ink),
                m ? worse_title(m) : title(&r->verdict), omen_text_ink(t, OMEN_INK_PLAIN), m ? " under " : "",
                m ? m->model : "", r->location.name, r->id);
}

/* ---- what happens ---- */

static bool other_status(const struct omen_shown *s) {
  return s->end.how == OMEN_END_EXIT && s->other.how == OMEN_END_EXIT && s->end.status != s->other.status;
}

static void exits(struct omen_text *t, const struct omen_shown *s) {
  const struct omen_shown_end *p = s->alternate ? &s->other : &s->end,
                              *a = s->alternate ? &s->end : &s->other;
  if (other_status(s))
    omen_buf_addf(t->out, "  The program exits with status %d as recorded, with %d in the other order.\n",
                  p->status, a->status);
}

static void what_happens(struct omen_text *t, const struct omen_verdict *v) {
  const struct omen_shown *s = v->shown;
  bool told = s && omen_text_happens(t, &s->end, v->loop);
  if (!told && s && s->stream)
    omen_buf_adds(t->out, "  The order of the two accesses decides what the program writes.\n");
  else if (!told && v->what && v->what[0] && !(s && other_status(s)))
    omen_buf_addf(t->out, "  %c%s.\n", v->what[0] >= 'a' && v->what[0] <= 'z' ? v->what[0] - 32 : v->what[0],
                  v->what + 1);
  if (s) exits(t, s);
}

/* ---- the rest ---- */

/* What the access read or wrote, in the run of the recorded order that the evidence has; NULL: that is not
 * known. `n--` reads and writes on one line: which of the two counts. */
static const char *value(const struct omen_race *r, const struct omen_access *a) {
  const struct omen_shown *s = r->verdict.shown;
  if (!s) return NULL;
  const struct omen_shown_step *steps = s->alternate ? s->other_steps : s->steps;
  size_t n = s->alternate ? s->nother : s->nsteps;
  for (size_t i = 0; i < n; i++)
    if (steps[i].to < 0 && steps[i].thread == a->thread && steps[i].event == a->point &&
        steps[i].at.line == a->line && !strcmp(steps[i].does, a->write ? "writes" : "reads"))
      return steps[i].value;
  return NULL;
}

static void holding(struct omen_text *t, const struct omen_access *a) {
  for (size_t i = 0; i < a->nlocks; i++)
    omen_buf_addf(t->out, "%s%s`%s`%s", i ? ", " : "           holding ",
                  a->locks[i].read ? "the read lock of " : "", a->locks[i].name,
                  i + 1 < a->nlocks ? "" : "\n");
}

static void accesses(struct omen_text *t, const struct omen_race *r) {
  const struct omen_location *l = &r->location;
  static const char *const places[] = {"global", "heap", "stack"};
  omen_buf_addf(t->out, "  The two accesses (%llu byte%s, %s", (unsigned long long)l->size,
                l->size == 1 ? "" : "s", places[l->place]);
  if (l->place == OMEN_PLACE_GLOBAL && l->variable.file && l->variable.line)
    omen_buf_addf(t->out, ", defined at %s:%d", l->variable.file, l->variable.line);
  if (r->instances > 1 && !r->predicted)
    omen_buf_addf(t->out, "; seen %llu times", (unsigned long long)r->instances);
  if (r->runs) omen_buf_addf(t->out, "; in %zu of %zu runs", r->runs, t->r->nruns);
  for (size_t i = 0; l->place == OMEN_PLACE_HEAP && l->block_size && i < l->allocated.n; i++) {
    const struct omen_frame *f = &l->allocated.frames[i];
    if (!f->file || !f->line) continue; /* malloc itself, operator new */
    omen_buf_addf(t->out, ", in a block of %llu allocated in %s at %s:%d", (unsigned long long)l->block_size,
                  f->function, f->file, f->line);
    break;
  }
  omen_buf_adds(t->out, "):\n");
  for (int i = 0; i < 2; i++) {
    const struct omen_access *a = &r->access[i];
    char name[32], place[400];
    const char *what = value(r, a);
    struct omen_where at = {a->function, a->file, a->path, a->line};
    if (!at.file) { /* free and its kin: where that was called */
      struct omen_where caller = omen_explain_place(&a->stack);
      if (caller.file) at = caller;
    }
    if (!a->known) {
      omen_buf_addf(t->out, "    ?    %s%s  (which one was lost)\n", a->atomic ? "atomic " : "",
                    a->write ? "writes" : "reads ");
      continue;
    }
    int room = omen_text_width(t) - 20 - (a->atomic ? 7 : 0) - (what ? (int)strlen(what) + 10 : 0);
    omen_text_place(t, &at, room, place, sizeof place);
    omen_buf_addf(t->out, "    %-4s %s%s  %s%s%s%s\n",
                  a->thread ? omen_text_thread(a->thread, name) + 7 : "main", a->atomic ? "atomic " : "",
                  a->write ? "writes" : "reads ", place, what ? "  (value " : "", what ? what : "",
                  what ? ")" : "");
    holding(t, a);
  }
}

static void basis(struct omen_text *t, const struct omen_verdict *v) {
  omen_buf_addf(t->out, "  %s (%s", omen_class_word(v->class), omen_proof_word(v->proof));
  if (v->k) omen_buf_addf(t->out, ", k = %d", v->k);
  omen_buf_addf(t->out, ", %d schedule%s an order, %.2f s)\n", v->schedules, v->schedules == 1 ? "" : "s",
                v->seconds);
}

void omen_text_with(struct omen_text *t, const char *inputs) {
  if (!inputs) return;
  omen_buf_adds(t->out, "  With another input than the recorded one:\n");
  for (const char *at = inputs; *at;) {
    int n = (int)strcspn(at, "\n");
    omen_buf_addf(t->out, "    %.*s\n", n, at);
    at += n + (at[n] == '\n');
  }
}

/* Which inputs show it; or how far the verdict goes beyond those of the run. */
static void other_inputs(struct omen_text *t, const struct omen_verdict *v) {
  const struct omen_other_inputs *o = &v->other;
  omen_text_with(t, o->with);
  if (!o->tried && !o->proved && !o->alike) return;
  omen_buf_addf(t->out, "  Other inputs: %d tried, the race is there with %d of them", o->tried, o->reached);
  if (o->proved)
    omen_buf_addf(t->out,
                  "; for all inputs of %d path%s both orders are proved to write alike (strings of up to 64 "
                  "bytes, numbers in them of up to 12 characters)",
                  o->proved, o->proved == 1 ? "" : "s");
  if (o->alike)
    omen_buf_addf(t->out, "; with the inputs of %d %spath%s no difference was found, which is no proof",
                  o->alike, o->proved ? "more " : "", o->alike == 1 ? "" : "s");
  omen_buf_adds(t->out, ".\n");
  for (const char *at = o->assumes; at && *at;) {
    int n = (int)strcspn(at, "\n");
    omen_buf_addf(t->out, "    %.*s\n", n, at);
    at += n + (at[n] == '\n');
  }
}

/* What a proof rests on: also that harmful races do not happen in their harmful order meanwhile. */
static void assumptions(struct omen_text *t, const struct omen_race *r) {
  struct omen_buf lines = {0};
  omen_verdict_assumes(t->r, r, &lines);
  for (const char *at = lines.data; at && *at;) {
    int n = (int)strcspn(at, "\n");
    omen_buf_addf(t->out, "%s%.*s%s", at == lines.data ? "  Assumed: " : " ", n, at, at[n] ? ";" : ".\n");
    at += n + (at[n] == '\n');
  }
  omen_buf_release(&lines);
}

static void states(struct omen_text *t, const struct omen_verdict *v) {
  int compared = v->states_same + v->states_change, fail = v->states_fail;
  if (compared)
    omen_buf_addf(t->out, "  Memory after the two accesses depends on their order in %d of %d instance%s",
                  v->states_change, compared, compared == 1 ? "" : "s");
  if (compared && fail) omen_buf_addf(t->out, " (%d more could not be compared)", fail);
  if (!compared && fail) omen_buf_adds(t->out, "  Memory after the two accesses could not be compared");
  if (compared || fail) omen_buf_adds(t->out, ".\n");
}

static void other_order(struct omen_text *t, const struct omen_shown *s) {
  const struct omen_shown_end *o = &s->other;
  if (o->how == OMEN_END_UNKNOWN || (s->end.how == OMEN_END_EXIT && !s->end.defect)) return;
  if (o->defect)
    omen_buf_addf(t->out, "  In the other order there is another defect: %s.\n", o->defect->title);
  else if (o->how == OMEN_END_EXIT)
    omen_buf_addf(t->out, "  In the other order the program ends with status %d.\n", o->status);
  else if (o->how == OMEN_END_SIGNAL)
    omen_buf_addf(t->out, "  In the other order the program dies of signal %d.\n", o->status);
  else if (o->how == OMEN_END_DEADLOCK || o->how == OMEN_END_ENDLESS)
    omen_buf_addf(t->out, "  In the other order the program does not end either (%s).\n",
                  omen_end_word(o->how));
}

static void origin(struct omen_text *t, const struct omen_race *r) {
  if (r->predicted)
    omen_buf_adds(
        t->out,
        "  Predicted, and then run: the recorded run does not have it, another schedule of it does.\n");
}

/* Where several memory models were asked for. */
static void models(struct omen_text *t, const struct omen_race *r) {
  for (size_t i = 0; i < r->nmodels; i++) {
    const struct omen_race_model *m = &r->models[i];
    const char *what = omen_consequence_word(m->consequence);
    omen_buf_addf(t->out, "  Under %s: %s%s%s%s", m->model,
                  m->class ? omen_class_word(m->class) : "not judged", what ? " (" : "", what ? what : "",
                  what ? ")" : "");
    omen_buf_addf(t->out, "%s%s\n", i && m->replay ? "; see it:  " : "", i && m->replay ? m->replay : "");
  }
}

void omen_text_verdict_under(struct omen_text *t, const struct omen_race *r,
                             const struct omen_report_incident *i) {
  heading(t, r);
  origin(t, r);
  omen_buf_addf(t->out, "  It causes incident %s, above.%s%s\n", i->id,
                r->verdict.replay && !r->verdict.incident ? "  By itself:  " : "",
                r->verdict.replay && !r->verdict.incident ? r->verdict.replay : "");
  omen_text_members(t, r);
}

void omen_text_verdict(struct omen_text *t, const struct omen_race *r) {
  const struct omen_verdict *v = &r->verdict;
  heading(t, r);
  origin(t, r);
  if (v->not_judged) {
    omen_buf_addf(t->out, "  Not judged: %s.\n", v->not_judged);
    accesses(t, r);
    omen_text_members(t, r);
    return;
  }
  models(t, r);
  if (v->class) what_happens(t, v);
  if (v->other.with) other_inputs(t, v);
  if (!v->class && !r->schedulable)
    omen_buf_adds(t->out, "  Another race orders these two (hand-made synchronisation?).\n");
  accesses(t, r);
  omen_text_members(t, r);
  if (!v->class) return;
  if (v->shown) {
    omen_text_steps(t, r);
    if (v->class == OMEN_CLASS_OUTPUT_DIFFERS) omen_text_difference(t, v->shown);
    other_order(t, v->shown);
  }
  states(t, v);
  if (!v->other.with) other_inputs(t, v);
  assumptions(t, r);
  basis(t, v);
  if (v->replay)
    omen_buf_addf(t->out, "  See it happen:  %s   (--gdb: in gdb)\n", v->replay);
  else if (r->predicted)
    omen_buf_addf(t->out, "  See it run:  omen replay %s --race %s   (--gdb: in gdb)\n", t->r->recording,
                  r->id);
}
