/* See search.h. A run that was added is kept while candidates of it wait; candidates are in a heap by key,
 * and a key that is no longer right (others went that way meanwhile) is put right when it comes to the top.
 */
#include "symbolic/search_parts.h"
#include "symbolic/path.h"
#include <stdlib.h>
#include <string.h>

#define MEMORY (1ull << 30)
#define SIZE_GENERATIONS 3u
#define mix omen_sym_path_mix

struct omen_search *omen_search_new(const struct omen_search_options *options, struct omen_err *err) {
  struct omen_solver *solver = omen_solver_new(options ? &options->solver : NULL, err);
  if (!solver) return NULL;
  struct omen_search *s = omen_xcalloc(1, sizeof *s);
  s->solver = solver;
  if (options) s->options = *options;
  if (!s->options.memory) s->options.memory = MEMORY;
  return s;
}
static void free_run(struct omen_search *s, uint32_t i) {
  struct omen_search_run *r = s->runs[i];
  if (!r) return;
  s->memory -= r->cost;
  omen_sym_slices_free(r->slices);
  omen_sym_view_free(r->view);
  omen_sym_trace_release(&r->trace);
  omen_inputs_release(&r->inputs);
  free(r);
  s->runs[i] = NULL;
}
void omen_search_free(struct omen_search *s) {
  if (!s) return;
  for (uint32_t i = 0; i < s->n_runs; i++) free_run(s, i);
  omen_solver_free(s->solver);
  omen_table_release(&s->decisions), omen_table_release(&s->inputs), omen_table_release(&s->paths);
  omen_table_release(&s->went), omen_table_release(&s->seen), omen_table_release(&s->asked);
  omen_table_release(&s->wished), omen_table_release(&s->guessed);
  free(s->runs), free(s->heap), free(s->issued), free(s->wishes);
  free(s);
}
const struct omen_search_counters *omen_search_counters(const struct omen_search *s) { return &s->counters; }
struct omen_solver *omen_search_solver(struct omen_search *s) { return s->solver; }
void omen_search_guesses(struct omen_search *s, void (*take)(void *arg, struct omen_inputs *in), void *arg) {
  s->guess = take;
  s->guess_arg = arg;
}
size_t omen_search_waiting(const struct omen_search *s) { return s->n; }
void omen_search_found_release(struct omen_search_found *found) { omen_inputs_release(&found->inputs); }

/* A decision's outcome, wherever on a path. Comparisons with constants count by the constant: the cases of a
 * switch, the letters of a word; what may go wrong, by what that is. */
static uint64_t outcome_of(const struct omen_sym_view *v, const struct omen_sym_step *s, uint32_t taken) {
  uint32_t expr = s->expr, compared;
  while (v->t->nodes[expr].op == OMEN_SYM_NOT) expr = v->t->nodes[expr].a;
  uint64_t more = s->which ? omen_sym_path_of(s) : omen_sym_path_constant(v->t, expr, &compared);
  if (s->kind == OMEN_SYM_FAULT_STEP) more = v->hash[expr];
  return mix(((uint64_t)s->site << 32 | (uint64_t)s->kind << 1 | taken), more);
}

/* The same, by how often the place was passed before on this path: once more, four times, eight. Parsers come
 * back to a place for what is nested. */
static uint64_t again_of(uint64_t outcome, uint64_t times) {
  return mix(outcome, 64u - (uint64_t)__builtin_clzll(times | 1));
}

/* ---- the heap */
static bool better(const struct omen_search_candidate *a, const struct omen_search_candidate *b) {
  return a->key != b->key ? a->key < b->key : a->order < b->order;
}
static void sift_up(struct omen_search *s, size_t i) {
  struct omen_search_candidate c = s->heap[i];
  for (; i && better(&c, &s->heap[(i - 1) / 2]); i = (i - 1) / 2) s->heap[i] = s->heap[(i - 1) / 2];
  s->heap[i] = c;
}
static void sift_down(struct omen_search *s, size_t i) {
  struct omen_search_candidate c = s->heap[i];
  for (;;) {
    size_t k = 2 * i + 1;
    if (k >= s->n) break;
    if (k + 1 < s->n && better(&s->heap[k + 1], &s->heap[k])) k++;
    if (!better(&s->heap[k], &c)) break;
    s->heap[i] = s->heap[k];
    i = k;
  }
  s->heap[i] = c;
}
static void push(struct omen_search *s, struct omen_search_candidate c) {
  OMEN_GROW(s->heap, s->n, s->cap);
  c.order = s->order++;
  s->heap[s->n++] = c;
  sift_up(s, s->n - 1);
  s->runs[c.run]->waiting++;
}
static struct omen_search_candidate pop(struct omen_search *s) {
  struct omen_search_candidate c = s->heap[0];
  s->heap[0] = s->heap[--s->n];
  if (s->n) sift_down(s, 0);
  return c;
}

/* ---- what is good about a candidate: the lower the better */
static uint8_t log2_of(uint64_t d) { return d ? (uint8_t)(64 - __builtin_clzll(d)) : 0; }
static uint8_t nearness_of(const struct omen_search *s, const struct omen_sym_trace *t,
                           const struct omen_sym_step *step) {
  uint32_t expr = step->expr, compared;
  if (!s->options.nearness || step->kind != OMEN_SYM_BRANCH_STEP) return 0;
  while (t->nodes[expr].op == OMEN_SYM_NOT) expr = t->nodes[expr].a;
  return s->options.nearness(s->options.heads, step->site, omen_sym_path_constant(t, expr, &compared),
                             !step->taken);
}
static uint64_t key_of(const struct omen_search *s, const struct omen_search_candidate *c) {
  const struct omen_search_run *r = s->runs[c->run];
  uint64_t class = log2_of(omen_table_get(&s->asked, c->outcome));
  uint64_t here = log2_of(omen_table_get(&s->asked, c->place));
  uint64_t wrong = !c->size && r->trace.steps[c->step].kind == OMEN_SYM_FAULT_STEP; /* the best to be had */
  if (c->size == OMEN_SEARCH_WISH)
    class = here;
  else if (c->size)
    class = 2 + here; /* they are guesses */
  else if (wrong)
    class +=
        here; /* what could not be pushed out of its bounds here mostly will not be the next time, either */
  else if (!c->near || omen_table_get(&s->seen, c->outcome))
    class += here / 2; /* many outcomes at one place: a parser's */
  class += 4u * c->tries;
  class += omen_table_get(&s->seen, c->outcome) ? omen_table_get(&s->seen, c->again) ? 2 : 1 : 0;
  if (!c->size && r->trace.steps[c->step].kind == OMEN_SYM_PIN_STEP) class ++;
  uint64_t generation = r->generation < 255 ? r->generation : 255;
  return class << 48 | (uint64_t)!wrong << 40 | (uint64_t)(255 - c->near) << 32 | generation << 16;
}

/* ---- adding a run */
/* Did the decision go as it was to? */
static bool went_as(const struct omen_search_issued *want, const struct omen_sym_path *decided) {
  return decided->n == want->n && decided->before == want->before && decided->word == want->word;
}
/* Does the run go where its inputs were made to go? Another value that is made concrete shows in nothing but
 * that the run came there. */
static bool confirms(const struct omen_sym_view *v, const struct omen_search_issued *want) {
  struct omen_sym_path w = omen_sym_path_begin(v), last;
  bool branch = want->kind == OMEN_SYM_BRANCH_STEP;
  for (uint32_t i = 0; i < v->t->n_steps && w.n <= want->n; i++) {
    const struct omen_sym_step *s = &v->t->steps[i];
    if (!omen_sym_constrains(s)) continue;
    last = w;
    omen_sym_path_step(&w, i);
    if (branch && w.n == want->n + 1) return went_as(want, &last);
    if (!branch && w.n == want->n && s->kind == want->kind && s->site == want->site &&
        (s->kind == OMEN_SYM_PIN_STEP || s->taken == want->wanted))
      return w.before == want->before;
  }
  last = w;
  omen_sym_path_end(&w);
  if (branch) return w.n == want->n + 1 && went_as(want, &last);
  /* What was wrong there ended the run before it could say so. */
  return want->kind == OMEN_SYM_FAULT_STEP && w.n == want->n && w.before == want->before;
}
static bool is_candidate(const struct omen_search *s, const struct omen_sym_step *step) {
  if (step->kind == OMEN_SYM_FAULT_STEP) return !step->taken;
  return !s->options.only_faults && (step->kind == OMEN_SYM_BRANCH_STEP || step->kind == OMEN_SYM_PIN_STEP);
}
static void add_candidate(struct omen_search *s, const struct omen_search_candidate *at,
                          const struct omen_sym_path *w, uint64_t times) {
  const struct omen_search_run *r = s->runs[at->run];
  const struct omen_sym_step *step = &r->trace.steps[at->step];
  struct omen_search_candidate new = *at;
  new.word = omen_sym_path_word(r->view, at->step, true);
  new.decision = mix(w->path, omen_sym_path_exact(r->view, at->step, new.word));
  new.before = w->before, new.n = w->n;
  if (omen_table_get(&s->went, new.decision) || omen_table_count(&s->decisions, new.decision) != 1) return;
  new.outcome = outcome_of(r->view, step, !step->taken);
  new.again = again_of(new.outcome, times);
  new.place = mix(step->site, 1);
  new.near = nearness_of(s, &r->trace, step);
  new.key = key_of(s, &new);
  push(s, new);
  s->counters.candidates++;
}
/* Adds the conditions of the run, in their order, and the candidates. Returns the hash of the path. */
static uint64_t add_steps(struct omen_search *s, uint32_t number) {
  struct omen_search_run *r = s->runs[number];
  const struct omen_sym_trace *t = &r->trace;
  uint8_t *known = omen_xcalloc((size_t)t->n_nodes + 1, 1); /* by node: 1 << taken: is a condition already */
  uint32_t view = omen_sym_slices_view(r->slices, r->view);
  struct omen_sym_path w = omen_sym_path_begin(r->view);
  struct omen_table times = {0}; /* by place */
  for (uint32_t i = 0; i < t->n_steps; i++) {
    const struct omen_sym_step *step = &t->steps[i];
    if (!omen_sym_constrains(step)) continue;
    omen_sym_path_step(&w, i);
    if (w.closed) omen_table_count(&s->went, w.closed);
    uint64_t nth = omen_table_count(&times, step->site), outcome = outcome_of(r->view, step, step->taken);
    if (step->kind == OMEN_SYM_BRANCH_STEP)
      omen_table_count(&s->seen, outcome), omen_table_count(&s->seen, again_of(outcome, nth));
    if (known[step->expr] & 1 << step->taken) continue;
    known[step->expr] |= (uint8_t)(1 << step->taken);
    struct omen_search_candidate at = {.run = number, .step = i};
    at.condition = omen_sym_slices_add(r->slices, view, step->expr, step->taken);
    if (is_candidate(s, step)) add_candidate(s, &at, &w, nth);
  }
  omen_sym_path_end(&w);
  if (w.closed) omen_table_count(&s->went, w.closed);
  free(known);
  omen_table_release(&times);
  return w.path;
}
/* Was the source read to its end, as far as the expressions tell: did its last byte come, and was anything
 * computed of it? What only came may have been read ahead: that is worth a try or two for the first run. */
static bool read_to_end(const struct omen_search_run *r, size_t source) {
  const struct omen_sym_trace *t = &r->trace;
  size_t len = r->inputs.list[source].len;
  uint32_t last = 0;
  for (uint32_t i = 1; i < t->n_nodes && len; i++) {
    const struct omen_sym_node *n = &t->nodes[i];
    if (n->op == OMEN_SYM_INPUT && omen_sym_input_source(n) == source && omen_sym_input_offset(n) + 1 == len)
      last = i;
    if (last && (n->a == last || n->b == last || n->c == last)) return true;
  }
  for (uint32_t i = 0; last && i < t->n_outputs; i++)
    if (t->outputs[i].expr == last) return true;
  return (last || !len) && !r->generation;
}
static void add_size(struct omen_search *s, uint32_t number, uint32_t source, uint32_t how, uint32_t nth) {
  struct omen_search_candidate new = {
      .run = number, .source = source, .size = (uint8_t)(how + 1), .nth = nth};
  new.outcome = mix(mix(source, how), mix(nth, s->runs[number]->inputs.list[source].len));
  new.place = mix(source, how == OMEN_SYM_SIZE_LONGER_WORD || how == OMEN_SYM_SIZE_SHORTER_WORD ? 3 : 2);
  new.key = key_of(s, &new);
  push(s, new);
  s->counters.candidates++;
}
static void add_sizes(struct omen_search *s, uint32_t number) {
  struct omen_search_run *r = s->runs[number];
  for (uint32_t k = 0; k < r->inputs.n; k++) {
    const struct omen_input *i = &r->inputs.list[k];
    bool stream = i->kind == OMEN_INPUT_STDIN || i->kind == OMEN_INPUT_FILE || i->kind == OMEN_INPUT_SOCKET;
    if (!i->symbolic || !stream || !read_to_end(r, k)) continue;
    for (uint32_t how = 0; how < OMEN_SYM_SIZE_LONGER_WORD; how++) add_size(s, number, k, how, 0);
    for (uint32_t nth = 0; nth < OMEN_SYM_WORDS && !r->generation; nth++) {
      add_size(s, number, k, OMEN_SYM_SIZE_LONGER_WORD, nth);
      add_size(s, number, k, OMEN_SYM_SIZE_SHORTER_WORD, nth);
    }
  }
}
/* What comparisons of the run ask for: each once. */
struct wishing {
  struct omen_search *s;
  uint32_t run;
};
static void wish(void *arg, const struct omen_sym_wish *w) {
  struct wishing *x = arg;
  struct omen_search *s = x->s;
  if (omen_table_count(&s->wished, omen_sym_wish_hash(w)) != 1) return;
  OMEN_GROW(s->wishes, s->n_wishes, s->wishes_cap);
  s->wishes[s->n_wishes] = *w;
  struct omen_search_candidate new = {.run = x->run, .size = OMEN_SEARCH_WISH, .nth = s->n_wishes++};
  new.outcome = omen_sym_wish_hash(w);
  new.place = mix(w->site, 4);
  new.key = key_of(s, &new);
  push(s, new);
  s->counters.candidates++;
}
static void add_wishes(struct omen_search *s, uint32_t number) {
  const struct omen_search_run *r = s->runs[number];
  if (s->options.wishes) omen_sym_wishes(&r->trace, &r->inputs, wish, &(struct wishing){s, number});
}
/* Drops the candidates of the oldest runs until there is memory. */
static void make_room(struct omen_search *s) {
  for (uint32_t i = 0; i + 1 < s->n_runs && s->memory > s->options.memory; i++) {
    if (!s->runs[i]) continue;
    size_t kept = 0;
    for (size_t k = 0; k < s->n; k++)
      if (s->heap[k].run != i) s->heap[kept++] = s->heap[k];
    s->counters.dropped += s->n - kept;
    s->n = kept;
    for (size_t k = s->n / 2; k--;) sift_down(s, k);
    free_run(s, i);
  }
}
enum omen_arrival omen_search_add(struct omen_search *s, struct omen_sym_trace *trace,
                                  const struct omen_inputs *in, uint32_t id) {
  const struct omen_search_issued *want = id && id <= s->n_issued ? &s->issued[id - 1] : NULL;
  struct omen_search_run *r = omen_xcalloc(1, sizeof *r);
  r->trace = *trace;
  memset(trace, 0, sizeof *trace);
  r->view = omen_sym_view_new(&r->trace);
  enum omen_arrival arrival = OMEN_ARRIVED_FIRST;
  if (want && !want->resized)
    arrival = confirms(r->view, want) ? OMEN_ARRIVED_CONFIRMED : OMEN_ARRIVED_DIVERGED;
  s->counters.runs++;
  s->counters.confirmed += arrival == OMEN_ARRIVED_CONFIRMED;
  s->counters.diverged += arrival == OMEN_ARRIVED_DIVERGED;
  r->slices = omen_sym_slices_new();
  omen_inputs_copy(&r->inputs, in);
  omen_table_count(&s->inputs, omen_sym_inputs_hash(in));
  r->id = id;
  r->generation = want ? want->generation : 0;
  r->cost = r->trace.size + (uint64_t)r->trace.n_nodes * 48;
  s->memory += r->cost;
  OMEN_GROW(s->runs, s->n_runs, s->runs_cap);
  uint32_t number = s->n_runs++;
  s->runs[number] = r;
  uint64_t path = add_steps(s, number);
  bool new_path = omen_table_count(&s->paths, path) == 1;
  add_wishes(s, number);
  s->counters.paths += new_path;
  /* Another size that changed nothing is not worth a third. */
  if (new_path && !s->options.no_sizes && !s->options.only_faults && r->generation < SIZE_GENERATIONS)
    add_sizes(s, number);
  if (!r->waiting) free_run(s, number);
  make_room(s);
  return arrival;
}

/* ---- the next one */
/* Easier questions go first. */
static void ask_later(struct omen_search *s, struct omen_search_candidate c) {
  c.tries++;
  c.key = key_of(s, &c);
  push(s, c);
}
bool omen_search_next(struct omen_search *s, double until, struct omen_search_found *found) {
  while (s->n && !(until > 0 && omen_now() >= until)) {
    uint64_t key = key_of(s, &s->heap[0]);
    if (key > s->heap[0].key) { /* not so good any more */
      s->heap[0].key = key;
      sift_down(s, 0);
      continue;
    }
    struct omen_search_candidate c = pop(s);
    bool went = !c.size && omen_table_get(&s->went, c.decision); /* some run went there by itself */
    bool got = !went && omen_search_answer(s, s->runs[c.run], &c, found);
    if (!got && !went && s->gave_up && c.tries + 1 < OMEN_SEARCH_TRIES) ask_later(s, c);
    if (!--s->runs[c.run]->waiting) free_run(s, c.run);
    if (got || (s->gave_up && s->options.pauses)) return got;
  }
  return false;
}
