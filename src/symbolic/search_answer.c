/* From a candidate of the search to inputs that go there. See search_parts.h. */
#include "symbolic/search_parts.h"
#include <ctype.h>
#include <string.h>

#define STRETCH_AT_MOST 16u /* bytes */

/* Everything that must hold for the run to come to the step and go the other way there. */
static void whole_prefix(const struct omen_search_run *r, const struct omen_search_candidate *c,
                         struct omen_sym_literals *out) {
  struct omen_sym_literal target = omen_sym_slices_literal(r->slices, c->condition);
  target.want = !target.want;
  omen_sym_literals_add(out, target);
  for (uint32_t i = 0; i < c->condition; i++)
    omen_sym_literals_add(out, omen_sym_slices_literal(r->slices, i));
}
static bool realises(const struct omen_search_run *r, const struct omen_sym_literals *all,
                     const struct omen_sym_model *m, struct omen_search_found *found) {
  omen_sym_realise(&r->inputs, m, &found->inputs);
  int holds = omen_sym_literals_hold(all->list, all->n, &found->inputs, NULL);
  found->inexact = holds < 0;
  if (holds) return true;
  omen_inputs_release(&found->inputs);
  return false;
}
/* The same way once more, round a loop say: every other time with values as far off as will do, so that a
 * length of five is followed by one of fifteen and not by one of six. */
static void stretch(const struct omen_search_run *r, const struct omen_sym_literals *slice,
                    struct omen_sym_model *m) {
  for (uint32_t i = 0; i < m->n && m->n <= STRETCH_AT_MOST; i++) {
    struct omen_sym_byte *b = &m->list[i];
    uint8_t found = b->value, now = omen_sym_byte_of(&r->inputs, NULL, b->source, b->offset);
    static const uint8_t text[] = "9z~", far[] = {0xff, 0x7f, 0x3f, 0x1f, 0x0f};
    const uint8_t *tries = isprint(now) ? text : far;
    size_t n = isprint(now) ? sizeof text - 1 : sizeof far;
    if (b->source < r->inputs.n && r->inputs.list[b->source].kind == OMEN_INPUT_ARGC) continue;
    for (size_t k = 0; k < n && found != now && tries[k] > found; k++) {
      b->value = tries[k];
      if (omen_sym_literals_hold(slice->list, slice->n, &r->inputs, m) == 1) break;
      b->value = found;
    }
  }
}
/* Asks for what is related to the step alone; if no program can be given that (a string with a zero in the
 * middle of what matters), for all that is before it, and with strings that are strings. */
static enum omen_solver_answer solve(struct omen_search *s, const struct omen_search_run *r,
                                     const struct omen_search_candidate *c, struct omen_search_found *found) {
  struct omen_sym_literals all = {0}, slice = {0};
  struct omen_sym_model m;
  static const uint8_t eighths[OMEN_SEARCH_TRIES] = {1, 4, 16};
  omen_solver_patience(s->solver, eighths[c->tries]);
  whole_prefix(r, c, &all);
  omen_sym_literals_add(&slice, all.list[0]);
  omen_sym_slices_below(r->slices, c->condition, &slice);
  enum omen_solver_answer a = omen_solver_ask(s->solver, slice.list, slice.n, &r->inputs, false, &m);
  bool again = omen_table_get(&s->seen, c->outcome) && omen_table_get(&s->asked, c->outcome) % 2 == 0;
  if (a == OMEN_SAT && again) stretch(r, &slice, &m);
  if (a == OMEN_SAT && !realises(r, &all, &m, found)) {
    omen_sym_model_release(&m);
    a = omen_solver_ask(s->solver, all.list, all.n, &r->inputs, true, &m);
    if (a == OMEN_SAT && !realises(r, &all, &m, found)) a = OMEN_UNSAT;
    s->counters.unrealised += a == OMEN_UNSAT;
  } else {
    s->counters.infeasible += a == OMEN_UNSAT;
  }
  s->gave_up = a == OMEN_UNDECIDED;
  s->counters.undecided += s->gave_up && c->tries + 1 == OMEN_SEARCH_TRIES;
  omen_solver_patience(s->solver, 8);
  omen_sym_model_release(&m);
  omen_sym_literals_release(&all), omen_sym_literals_release(&slice);
  return a;
}
/* Optimistic solving, as QSYM has it: the decision alone, once each. */
static void guess(struct omen_search *s, const struct omen_search_run *r,
                  const struct omen_search_candidate *c) {
  struct omen_sym_literal target = omen_sym_slices_literal(r->slices, c->condition);
  struct omen_sym_model m;
  struct omen_inputs in;
  target.want = !target.want;
  if (!s->guess || omen_table_get(&s->seen, c->outcome)) return;
  if (omen_table_count(&s->guessed, omen_sym_literal_hash(&target)) != 1) return;
  omen_solver_patience(s->solver, 1);
  if (omen_solver_ask(s->solver, &target, 1, &r->inputs, false, &m) == OMEN_SAT) {
    omen_sym_realise(&r->inputs, &m, &in);
    s->guess(s->guess_arg, &in);
    s->counters.guesses++;
  }
  omen_solver_patience(s->solver, 8);
  omen_sym_model_release(&m);
}
static const char *why_of(const struct omen_search_candidate *c, const struct omen_sym_step *step) {
  static const char *const sizes[] = {
#define X(symbol, meaning) meaning,
      OMEN_SYM_SIZES(X)
#undef X
  };
  if (c->size == OMEN_SEARCH_WISH) return "what it was compared with";
  if (c->size) return sizes[c->size - 1];
  if (step->kind == OMEN_SYM_FAULT_STEP) return "something goes wrong here";
  return step->kind == OMEN_SYM_PIN_STEP ? "another value here" : "the other way here";
}
static void issue(struct omen_search *s, const struct omen_search_run *r,
                  const struct omen_search_candidate *c, struct omen_search_found *f) {
  const struct omen_sym_step *step = c->size ? NULL : &r->trace.steps[c->step];
  f->parent = r->id;
  f->generation = r->generation + 1;
  f->resized = c->size != 0;
  f->step = c->step;
  f->site = step ? step->site : OMEN_SYM_UNKNOWN_SITE;
  f->kind = step ? step->kind : 0;
  f->wanted = step ? !step->taken : 0;
  f->why = why_of(c, step);
  OMEN_GROW(s->issued, s->n_issued, s->issued_cap);
  s->issued[s->n_issued++] = (struct omen_search_issued){.before = c->before,
                                                         .n = c->n,
                                                         .word = c->word,
                                                         .site = f->site,
                                                         .step = c->step,
                                                         .generation = f->generation,
                                                         .kind = f->kind,
                                                         .wanted = f->wanted,
                                                         .resized = f->resized};
  f->id = s->n_issued;
}
bool omen_search_answer(struct omen_search *s, const struct omen_search_run *r,
                        const struct omen_search_candidate *c, struct omen_search_found *found) {
  memset(found, 0, sizeof *found);
  s->gave_up = false;
  omen_table_count(&s->asked, c->outcome);
  omen_table_count(&s->asked, c->place);
  bool got = c->size == OMEN_SEARCH_WISH ? omen_sym_grant(&r->inputs, &s->wishes[c->nth], &found->inputs)
             : c->size ? omen_sym_resize(&r->inputs, c->source, (enum omen_sym_size)(c->size - 1), c->nth,
                                         &found->inputs)
                       : solve(s, r, c, found) == OMEN_SAT;
  if (!got && !c->size && (!s->gave_up || c->tries + 1 == OMEN_SEARCH_TRIES)) guess(s, r, c);
  if (got && omen_table_count(&s->inputs, omen_sym_inputs_hash(&found->inputs)) != 1) {
    s->counters.repeated++;
    omen_inputs_release(&found->inputs);
    got = false;
  }
  if (got) issue(s, r, c, found);
  s->counters.inexact += got && found->inexact;
  return got;
}
