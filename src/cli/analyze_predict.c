/* See analyze_predict.h. */
#include "cli/analyze_predict.h"
#include <stdlib.h>

bool omen_predicted_add(struct omen_predicted_list *l, const char *name, size_t len) {
  enum omen_predictor p = omen_predictor_find(name, len);
  if (p == OMEN_PREDICTORS) return false;
  for (size_t i = 0; i < l->n; i++)
    if (l->at[i].p.predictor == p) return true;
  l->at[l->n++].p.predictor = p;
  return true;
}

static const char *const ops[] = {
#define X(symbol, op, meaning) op,
#include "trace/kinds.def"
#undef X
};

static void add_name(struct omen_buf *b, const struct omen_source *src, enum omen_space space, uint32_t id) {
  size_t n;
  const char *text = omen_names_get(&src->names[space], id, &n);
  omen_buf_add(b, text, n);
}

/* An event as a line of STD text. */
static void add_event(struct omen_buf *b, const struct omen_source *src, const struct omen_witness_event *e) {
  enum omen_space space = omen_kind_space(e->kind);
  add_name(b, src, OMEN_SPACE_THREAD, e->thread);
  omen_buf_addf(b, "|%s", ops[e->kind]);
  if (space != OMEN_SPACES) {
    omen_buf_adds(b, "(");
    add_name(b, src, space, e->obj);
    if (omen_kind_has_source(e->kind)) {
      omen_buf_adds(b, ",");
      add_name(b, src, OMEN_SPACE_SYNC, e->aux);
    }
    omen_buf_adds(b, ")");
  }
  omen_buf_adds(b, "|");
  add_name(b, src, OMEN_SPACE_LOC, e->loc);
  omen_buf_adds(b, "\n");
}

static void witness_text(struct omen_predicted *p, const struct omen_witness *w,
                         const struct omen_witness_event *order, size_t n) {
  struct omen_buf *b = &p->text;
  omen_buf_addf(b, "witness of %s:\n", omen_predictor_name(w->predictor));
  if (w->base) omen_buf_addf(b, "  (the first %llu events of the trace)\n", (unsigned long long)w->base);
  for (size_t i = 0; i < n; i++) {
    omen_buf_adds(b, "  ");
    add_event(b, p->src, &order[i]);
  }
  for (uint32_t i = 0; i < w->n; i++) {
    omen_buf_adds(b, i ? "  beside  " : "  then    ");
    add_event(b, p->src, &w->at[i]);
  }
}

static json_t *numbers(const struct omen_witness_event *e, size_t n) {
  json_t *a = json_array();
  for (size_t i = 0; i < n; i++) json_array_append_new(a, json_integer((json_int_t)e[i].event));
  return a;
}

static void found(void *arg, const struct omen_witness *w) {
  struct omen_predicted *p = arg;
  size_t n;
  struct omen_witness_event *order = omen_witness_order(w, &n);
  witness_text(p, w, order, n);
  json_t *j = json_object();
  json_object_set_new(j, "events", numbers(w->at, w->n));
  json_object_set_new(j, "base", json_integer((json_int_t)w->base));
  json_object_set_new(j, "order", numbers(order, n));
  json_array_append_new(p->witnesses, j);
  free(order);
}

int omen_predicted_run(struct omen_predicted_list *l, struct omen_source *src,
                       const struct omen_predict_request *q, struct omen_err *err) {
  for (size_t i = 0; i < l->n; i++) {
    struct omen_predicted *p = &l->at[i];
    p->src = src;
    p->p.window = q->window;
    p->p.no_pairs = q->no_pairs;
    p->p.quiet = q->quiet;
    if (q->witness) {
      p->witnesses = json_array();
      p->p.found = found;
      p->p.arg = p;
    }
    if (omen_predict(src, &p->p, err)) return -1;
  }
  return 0;
}

void omen_predicted_release(struct omen_predicted_list *l) {
  for (size_t i = 0; i < l->n; i++) {
    omen_prediction_release(&l->at[i].p);
    omen_buf_release(&l->at[i].text);
    json_decref(l->at[i].witnesses);
  }
}

void omen_predicted_json(const struct omen_predicted *p, json_t *engine) {
  json_object_set_new(engine, "windows", json_integer((json_int_t)p->p.windows));
  json_object_set_new(engine, "undecided", json_integer((json_int_t)p->p.undecided));
  if (p->witnesses) json_object_set(engine, "witnesses", p->witnesses);
}
