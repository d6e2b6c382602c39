/* See solve.h. Z3 is asked last: it takes a millisecond where an evaluation takes a microsecond. */
#include "symbolic/solve.h"
#include "symbolic/answer_cache.h"
#include "symbolic/sym_range.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define MILLISECONDS 2000u
#define RECENT 12u                /* models tried before a solver is asked */
#define TRY_AT_MOST (4u << 20)    /* nodes evaluated in trying all values of a byte */
#define SETTLE_AT_MOST (1u << 20) /* nodes evaluated for inputs that look like the run's own */
#define GENTLE_AT_MOST 64u        /* bytes of a question */
#define MORE_ARGS 2u

struct omen_solver {
  struct omen_solver_options options;
  struct omen_solver_counters counters;
  struct omen_z3 *z3;
  struct omen_answers *answers;
  uint32_t milliseconds; /* that a question has now */
};

struct omen_solver *omen_solver_new(const struct omen_solver_options *options, struct omen_err *err) {
  struct omen_z3 *z3 = omen_z3_new(err);
  if (!z3) return NULL;
  struct omen_solver *s = omen_xcalloc(1, sizeof *s);
  s->z3 = z3;
  if (options) s->options = *options;
  if (!s->options.milliseconds) s->options.milliseconds = MILLISECONDS;
  if (!s->options.more_args) s->options.more_args = MORE_ARGS;
  s->milliseconds = s->options.milliseconds;
  s->answers = omen_answers_new();
  return s;
}
void omen_solver_free(struct omen_solver *s) {
  if (!s) return;
  omen_z3_free(s->z3);
  omen_answers_free(s->answers);
  free(s);
}
void omen_solver_patience(struct omen_solver *s, uint32_t eighths) {
  s->milliseconds = s->options.milliseconds * eighths / 8;
}
const struct omen_solver_counters *omen_solver_counters(const struct omen_solver *s) { return &s->counters; }

void omen_solver_args(const struct omen_solver *s, const struct omen_inputs *in, uint32_t *least,
                      uint32_t *most) {
  uint32_t now = 1;
  for (size_t i = 0; i < in->n; i++)
    if (in->list[i].kind == OMEN_INPUT_ARGV) {
      unsigned long number = strtoul(in->list[i].name, NULL, 10);
      if (number >= now && number < OMEN_INPUTS_MOST) now = (uint32_t)number + 1;
    }
  *least = 1; /* a program without its own name is another story */
  *most = now + s->options.more_args;
}

static int by_value(const void *pa, const void *pb) {
  uint64_t a = *(const uint64_t *)pa, b = *(const uint64_t *)pb;
  return a < b ? -1 : a > b;
}
/* The question as a set: order and repetition do not count. */
static uint64_t question_hash(const struct omen_sym_literal *l, size_t n, bool strings, uint32_t most_args) {
  uint64_t *all = omen_xmalloc((n + 1) * sizeof *all);
  for (size_t i = 0; i < n; i++) all[i] = omen_sym_literal_hash(&l[i]);
  qsort(all, n, sizeof *all, by_value);
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (!kept || all[kept - 1] != all[i]) all[kept++] = all[i];
  uint64_t h = XXH3_64bits_withSeed(all, kept * sizeof *all, (uint64_t)most_args << 1 | strings);
  free(all);
  return h;
}

/* Is the model, put over these inputs, made of strings as far as it goes? */
static bool is_strings(const struct omen_inputs *in, const struct omen_sym_model *m) {
  for (uint32_t i = 0; i < m->n; i++) {
    const struct omen_sym_byte *b = &m->list[i];
    bool last = i + 1 == m->n || b[1].source != b->source;
    if (!last || b->source >= in->n || !omen_inputs_is_string(in->list[b->source].kind)) continue;
    for (uint32_t k = 0; k < b->offset; k++)
      if (!omen_sym_byte_of(in, m, b->source, k) && omen_sym_byte_of(in, m, b->source, k + 1)) return false;
  }
  return true;
}
static bool within(const struct omen_sym_byte *b, const struct omen_inputs *in, uint32_t least, uint32_t most,
                   const struct omen_sym_model *m) {
  uint32_t argc = 0;
  if (b->source >= in->n || in->list[b->source].kind != OMEN_INPUT_ARGC) return true;
  for (uint32_t k = 0; k < 4; k++) argc |= (uint32_t)omen_sym_byte_of(in, m, b->source, k) << (8 * k);
  return argc >= least && argc <= most;
}
static bool fits(const struct omen_sym_literal *l, size_t n, const struct omen_inputs *in, bool strings,
                 uint32_t least, uint32_t most, const struct omen_sym_model *m) {
  for (uint32_t i = 0; i < m->n; i++)
    if (!within(&m->list[i], in, least, most, m)) return false;
  return (!strings || is_strings(in, m)) && omen_sym_literals_hold(l, n, in, m) == 1;
}

/* Only those bytes of a model that the question is about. */
static void restrict_to(const struct omen_sym_model *bytes, const struct omen_sym_model *from,
                        struct omen_sym_model *out) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < from->n; i++) {
    const struct omen_sym_byte *b = &from->list[i];
    while (k < bytes->n && (bytes->list[k].source < b->source ||
                            (bytes->list[k].source == b->source && bytes->list[k].offset < b->offset)))
      k++;
    if (k < bytes->n && bytes->list[k].source == b->source && bytes->list[k].offset == b->offset)
      omen_sym_model_set(out, b->source, b->offset, b->value);
  }
}
/* All of argc, all of a string: see z3.h. */
static void complete(struct omen_sym_model *bytes, const struct omen_inputs *in, bool strings) {
  struct omen_sym_model all = {0};
  for (uint32_t i = 0; i < bytes->n; i++) {
    const struct omen_sym_byte *b = &bytes->list[i];
    uint32_t kind = b->source < in->n ? in->list[b->source].kind : OMEN_INPUT_STDIN;
    bool last = i + 1 == bytes->n || b[1].source != b->source;
    uint32_t n = kind == OMEN_INPUT_ARGC ? 4 : strings && omen_inputs_is_string(kind) ? b->offset + 1 : 0;
    for (uint32_t k = 0; k < n && last; k++) omen_sym_model_set(&all, b->source, k, 0);
    if (!n) omen_sym_model_set(&all, b->source, b->offset, 0);
  }
  omen_sym_model_release(bytes);
  *bytes = all;
}

struct question {
  const struct omen_sym_literal *l;
  size_t n;
  const struct omen_inputs *in;
  bool strings;
  uint32_t least, most;
  struct omen_sym_model bytes;
  size_t nodes;
};
static bool reuse(struct omen_solver *s, struct question *q, struct omen_sym_model *model) {
  for (uint32_t i = 0; i < RECENT; i++) {
    const struct omen_sym_model *m = omen_answers_recent(s->answers, i);
    if (!m) return false;
    struct omen_sym_model part = {0};
    restrict_to(&q->bytes, m, &part);
    if (part.n && fits(q->l, q->n, q->in, q->strings, q->least, q->most, &part)) {
      *model = part;
      return true;
    }
    omen_sym_model_release(&part);
  }
  return false;
}
/* One byte is all that matters: the evaluator knows in 256 rounds. */
static bool try_all(struct question *q, struct omen_sym_model *model, enum omen_solver_answer *answer) {
  if (q->bytes.n != 1 || q->nodes * 256 > TRY_AT_MOST) return false;
  struct omen_sym_byte b = q->bytes.list[0];
  bool known = true;
  uint8_t now = omen_sym_byte_of(q->in, NULL, b.source, b.offset);
  for (uint32_t i = 0; i < 256; i++) {
    b.value = (uint8_t)(now ^ i); /* near the value that it has: a letter becomes a letter */
    struct omen_sym_model one = {.list = &b, .n = 1, .cap = 1};
    int holds = omen_sym_literals_hold(q->l, q->n, q->in, &one);
    if (holds < 0) known = false;
    if (holds != 1 || !fits(q->l, q->n, q->in, q->strings, q->least, q->most, &one)) continue;
    omen_sym_model_set(model, b.source, b.offset, b.value);
    *answer = OMEN_SAT;
    return true;
  }
  *answer = OMEN_UNSAT;
  return known;
}
static void set_argc(struct omen_sym_model *model, uint32_t source, uint32_t argc) {
  for (uint32_t k = 0; k < 4; k++) omen_sym_model_set(model, source, k, (uint8_t)(argc >> 8 * k));
}
/* As few arguments more or less as will do. */
static void settle_argc(const struct question *q, struct omen_sym_model *model) {
  for (uint32_t i = 0; i < model->n; i++) {
    uint32_t source = model->list[i].source, now = 0, found = 0;
    if (source >= q->in->n || q->in->list[source].kind != OMEN_INPUT_ARGC) continue;
    for (uint32_t k = 0; k < 4; k++) {
      now |= (uint32_t)omen_sym_byte_of(q->in, NULL, source, k) << 8 * k;
      found |= (uint32_t)omen_sym_byte_of(q->in, model, source, k) << 8 * k;
    }
    for (uint32_t by = 1; by <= q->most; by++)
      for (int less = 0; less < 2; less++) {
        set_argc(model, source, less ? now - by : now + by);
        if (fits(q->l, q->n, q->in, q->strings, q->least, q->most, model)) return;
      }
    set_argc(model, source, found);
    return;
  }
}
/* Text stays text, where it can. */
static void settle_text(const struct question *q, struct omen_sym_model *model, struct omen_sym_byte *b) {
  uint8_t found = b->value;
  for (const char *try = "x0A -~"; *try; try++) {
    b->value = (uint8_t)*try;
    if (fits(q->l, q->n, q->in, q->strings, q->least, q->most, model)) return;
  }
  b->value = found;
}
/* Z3 gives any bytes. Those that need not be otherwise stay as they are: inputs that differ in what matters
 * alone are easier to read, and disturb less of what was not asked about. */
static void settle(const struct question *q, struct omen_sym_model *model) {
  if (q->nodes * model->n > SETTLE_AT_MOST) return;
  for (uint32_t i = 0; i < model->n; i++) {
    struct omen_sym_byte *b = &model->list[i];
    uint8_t found = b->value, now = omen_sym_byte_of(q->in, NULL, b->source, b->offset);
    b->value = now;
    if (found == now || fits(q->l, q->n, q->in, q->strings, q->least, q->most, model)) continue;
    b->value = found;
    if (isprint(now) && !isprint(found)) settle_text(q, model, b);
  }
  settle_argc(q, model);
}
static bool mentions_formatted(const struct question *q) {
  omen_sym_literals_hold(q->l, q->n, q->in, NULL);
  for (size_t i = 0; i < q->n; i++)
    if (omen_sym_literal_eval(&q->l[i]) < 0) return true;
  return false;
}
/* Is the end of a string among what is asked about? */
static bool may_grow(const struct question *q) {
  for (uint32_t i = 0; i < q->bytes.n; i++) {
    const struct omen_sym_byte *b = &q->bytes.list[i];
    if (b->source < q->in->n && omen_inputs_is_string(q->in->list[b->source].kind) &&
        b->offset >= q->in->list[b->source].len)
      return true;
  }
  return false;
}
static enum omen_solver_answer ask_z3(struct omen_solver *s, struct question *q,
                                      struct omen_sym_model *model) {
  bool formatted = mentions_formatted(q);
  complete(&q->bytes, q->in, q->strings);
  struct omen_z3_query z = {.literals = q->l,
                            .n = q->n,
                            .inputs = q->in,
                            .bytes = &q->bytes,
                            .strings = q->strings,
                            .formatted = formatted,
                            .least_args = q->least,
                            .most_args = q->most,
                            .milliseconds = s->milliseconds};
  s->counters.solved++;
  /* First for inputs like those that there are: "70" rather than "  +00070". What Z3 prefers is anything. */
  int steps = s->options.only_z3 || q->bytes.n > GENTLE_AT_MOST ? 0 : may_grow(q) ? 2 : 1;
  for (z.gentle = 1; z.gentle <= steps; z.gentle++) {
    z.milliseconds = s->milliseconds / 4;
    if (omen_z3_ask(s->z3, &z, model) == OMEN_SAT) return OMEN_SAT;
    omen_sym_model_release(model);
  }
  z.gentle = 0;
  z.milliseconds = s->milliseconds;
  return omen_z3_ask(s->z3, &z, model);
}
/* Can one of them never be as it is wanted, whatever the inputs are? */
static bool impossible(const struct question *q) {
  for (size_t i = 0; i < q->n; i++) {
    if (q->l[i].pair) continue;
    struct omen_sym_range r = omen_sym_range(q->l[i].view->t, q->l[i].expr);
    if (r.least == r.most && r.least != q->l[i].want) return true;
  }
  return false;
}
static enum omen_solver_answer answer(struct omen_solver *s, struct question *q,
                                      struct omen_sym_model *model) {
  uint64_t hash = question_hash(q->l, q->n, q->strings, q->most);
  enum omen_solver_answer a;
  const struct omen_sym_model *known;
  bool cuts = !s->options.only_z3;
  if (cuts && impossible(q)) {
    s->counters.ranged++;
    return OMEN_UNSAT;
  }
  if (cuts && omen_answers_find(s->answers, hash, &a, &known) &&
      (a != OMEN_SAT || fits(q->l, q->n, q->in, q->strings, q->least, q->most, known) ||
       mentions_formatted(q))) {
    if (a == OMEN_SAT) omen_sym_model_copy(model, known);
    s->counters.cached++;
    return a;
  }
  q->nodes = omen_sym_literals_inputs(q->l, q->n, &q->bytes);
  if (cuts && reuse(s, q, model)) {
    s->counters.reused++;
    a = OMEN_SAT;
  } else if (cuts && try_all(q, model, &a))
    s->counters.tried++;
  else {
    omen_sym_model_release(model);
    a = ask_z3(s, q, model);
    if (a == OMEN_SAT && !s->options.only_z3) settle(q, model);
  }
  if (a != OMEN_UNDECIDED)
    omen_answers_add(s->answers, hash, a, model); /* with more time it may be otherwise */
  return a;
}
enum omen_solver_answer omen_solver_ask(struct omen_solver *s, const struct omen_sym_literal *literals,
                                        size_t n, const struct omen_inputs *in, bool strings,
                                        struct omen_sym_model *model) {
  double start = omen_now();
  struct question q = {.l = literals, .n = n, .in = in, .strings = strings};
  omen_solver_args(s, in, &q.least, &q.most);
  memset(model, 0, sizeof *model);
  enum omen_solver_answer a = answer(s, &q, model);
  omen_sym_model_release(&q.bytes);
  s->counters.questions++;
  s->counters.sat += a == OMEN_SAT;
  s->counters.unsat += a == OMEN_UNSAT;
  s->counters.undecided += a == OMEN_UNDECIDED;
  s->counters.seconds += omen_now() - start;
  return a;
}
bool omen_solver_identical(struct omen_solver *s, const struct omen_sym_literal *pair) {
  return omen_z3_identical(s->z3, pair);
}
