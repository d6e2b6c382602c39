/* An incident for people: what happens, the shortest order that does it, why, and what would prevent it. See
 * text_parts.h. */
#include "report/incident_words.h"
#include "report/inversion.h"
#include "report/text_parts.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 6 }; /* of the cause, told with their lines; more are counted */

/* A failed check is the same to scripts as an assertion, but nobody aborts. */
static const char *title(const struct omen_report_incident *i) {
  const struct omen_report_defect *d = i->shown ? i->shown->end.defect : NULL;
  const char *word = omen_consequence_title(i->consequence);
  return d && d->kind == OMEN_DEFECT_CHECK ? "CHECK FAILED" : word ? word : "FAILURE";
}

static void heading(struct omen_text *t, const struct omen_report_incident *i) {
  omen_buf_addf(t->out, "%s%s%s: ", omen_text_ink(t, i->confirmed ? OMEN_INK_BAD : OMEN_INK_WARN), title(i),
                omen_text_ink(t, OMEN_INK_PLAIN));
  if (i->at.file && i->at.line > 0) omen_buf_addf(t->out, "at %s:%d", i->at.file, i->at.line);
  if (i->at.function)
    omen_buf_addf(t->out, "%sin %s", i->at.line > 0 && i->at.file ? " " : "", i->at.function);
  if (!i->at.function && !(i->at.file && i->at.line > 0))
    omen_buf_adds(t->out, i->what && i->what[0] ? i->what : "somewhere");
  omen_buf_addf(t->out, "%s%s  [incident %s]\n", i->model ? ", under " : "", i->model ? i->model : "", i->id);
}

static void sentence(struct omen_text *t, const char *text) {
  if (text && text[0]) omen_buf_addf(t->out, "  %c%s.\n", toupper((unsigned char)text[0]), text + 1);
}

/* ---- why ---- */

static const char *does(const struct omen_caused_pair *p, int k) {
  if (p->region && p->side[k].use) return omen_incident_use(p->side[k].use)->does;
  if (p->region) return p->side[k].atomic ? "begins" : "takes ";
  return p->side[k].write ? "writes" : "reads ";
}

static void side(struct omen_text *t, const struct omen_caused_pair *p, int k) {
  const struct omen_caused_side *s = &p->side[k];
  char name[32] = "main", place[400];
  if (s->thread > 0) snprintf(name, sizeof name, "T%d", s->thread);
  if (s->thread < 0) strcpy(name, "?");
  omen_text_place(t, &s->at, omen_text_width(t) - 20, place, sizeof place);
  omen_buf_addf(t->out, "    %-4s %s%s  %s\n", name, s->atomic && !p->region ? "atomic " : "", does(p, k),
                place);
}

/* Of what, and which races of the report these are. */
static void lead(struct omen_text *t, const struct omen_caused_pair *p, const struct omen_caused_pair *q) {
  const char *name = p->variable ? p->variable : "?", *id = p->race ? p->race : q->race,
             *other = q->race ? q->race : p->race;
  if (p->region)
    omen_buf_addf(t->out, "  Regions of `%s`, in this order:\n", name);
  else if (id && strcmp(id, other))
    omen_buf_addf(t->out, "  Races %s and %s on `%s`, in this order:\n", id, other, name);
  else if (id)
    omen_buf_addf(t->out, "  Race %s%s on `%s`, in this order:\n", id,
                  p->race && q->race ? "" : ", and one that the recorded run does not have,", name);
  else
    omen_buf_addf(t->out, "  A race on `%s` that the recorded run does not have, in this order:\n", name);
}

/* Two pairs that share the access between are three lines. */
static void pairs(struct omen_text *t, const struct omen_report_incident *i) {
  struct omen_between x;
  if (i->npairs == 2 && omen_incident_between(i, &x)) {
    lead(t, x.first, x.second);
    side(t, x.first, 0);
    side(t, x.first, 1);
    side(t, x.second, 1);
    return;
  }
  for (size_t k = 0; k < i->npairs && k < PAIRS; k++) {
    lead(t, &i->pairs[k], &i->pairs[k]);
    for (int n = 0; n < 2; n++) side(t, &i->pairs[k], n);
  }
  if (i->npairs > PAIRS) omen_buf_addf(t->out, "  ... and %zu more.\n", i->npairs - PAIRS);
}

/* How far it was checked. */
static void checked(struct omen_text *t, const struct omen_report_incident *i) {
  bool one = i->npairs == 1, each = i->cause == OMEN_CAUSE_RACE && !one;
  const char *that = one    ? "that order"
                     : each ? "any of these orders"
                            : "these orders",
             *it = one ? "it" : "them";
  if (!i->npairs)
    omen_buf_adds(t->out, "  No order was found without which it would not happen.\n");
  else if (i->tested && i->further)
    omen_buf_addf(
        t->out,
        "  Tested: with %s reversed it does not happen, but something else goes wrong; with %d further "
        "order%s reversed, nothing does.\n",
        that, i->further, i->further == 1 ? "" : "s");
  else if (i->tested)
    omen_buf_addf(t->out, "  Tested: with %s reversed, and the rest as it was, it does not happen.\n", that);
  else
    omen_buf_addf(t->out, "  Not tested: no run with %s reversed could be made.\n", that);
  if (i->npairs && i->enough > 0)
    omen_buf_addf(t->out, "  Enough: the recorded schedule with nothing but %s changed fails, too.\n", it);
  if (i->npairs && !i->enough)
    omen_buf_addf(t->out,
                  "  Needed, not enough: the recorded schedule with nothing but %s changed does not fail.\n",
                  it);
}

static void cause(struct omen_text *t, const struct omen_report_incident *i) {
  const char *kind = omen_cause_title(i->cause);
  char *remedy = omen_incident_remedy(i);
  if (i->because)
    omen_buf_addf(t->out, "  It happens %s (%s).\n", i->because, kind);
  else
    omen_buf_addf(t->out, "  %c%s.\n", toupper((unsigned char)kind[0]), kind + 1);
  pairs(t, i);
  checked(t, i);
  if (remedy) {
    char *how_far = omen_incident_checked(i);
    omen_buf_addf(t->out, "  What %s: %s.\n  %s.\n",
                  i->remedy_fails ? "helps, but does not always prevent it" : "would prevent it", remedy,
                  how_far);
    free(how_far);
  }
  free(remedy);
}

/* The recorded run gave warning of it. */
static void deadlock(struct omen_text *t, const char *id) {
  for (size_t i = 0; i < t->r->ninversions; i++) {
    const struct omen_inversion *v = &t->r->inversions[i];
    if (strcmp(v->id, id)) continue;
    omen_buf_addf(t->out, "  It was predicted from the recorded run, and then run [deadlock %s]", id);
    if (v->replay) omen_buf_addf(t->out, ":  %s", v->replay);
    omen_buf_adds(t->out, "\n");
  }
}

void omen_text_incident_brief(struct omen_text *t, const struct omen_report_incident *i,
                              const struct omen_report_incident *first) {
  heading(t, i);
  sentence(t, i->what);
  omen_text_with(t, i->with);
  if (i->because) omen_buf_addf(t->out, "  It happens %s.\n", i->because);
  omen_buf_addf(t->out,
                "  The same mistake as incident %s, told above (--all shows this one in full, too).\n",
                first->id);
  if (i->replay) omen_buf_addf(t->out, "  See it happen:  %s\n", i->replay);
}

void omen_text_incident(struct omen_text *t, const struct omen_report_incident *i) {
  heading(t, i);
  if (!i->confirmed) {
    sentence(t, i->what);
    omen_buf_addf(t->out,
                  "  It was seen in %zu exploration%s, but not again in a fresh process: not judged.\n",
                  i->runs, i->runs == 1 ? "" : "s");
    return;
  }
  if (!i->shown || !omen_text_happens(t, &i->shown->end, i->loop)) sentence(t, i->what);
  if (i->recorded) omen_buf_adds(t->out, "  The recorded run ended with it.\n");
  omen_text_with(t, i->with);
  if (i->shown) omen_text_incident_steps(t, i);
  cause(t, i);
  if (i->deadlock) deadlock(t, i->deadlock);
  if (i->replay) omen_buf_addf(t->out, "  See it happen:  %s   (--gdb: in gdb)\n", i->replay);
  if (i->prevented) omen_buf_addf(t->out, "  See it prevented:  %s\n", i->prevented);
}
