/* Hidden calls: see hidden_calls.h. */
#include "trace/hidden_calls.h"
#include <stdlib.h>
#include <string.h>

struct reached { /* a variable that some call reaches */
  bool is;
  uint32_t calls, others; /* its clocks */
};
struct list { /* the variables of one text in parentheses */
  uint32_t *var;
  size_t n, cap;
};
struct open { /* a call that goes on */
  uint32_t thread, list;
};

struct omen_hidden_calls {
  struct omen_source *s;
  struct list *lists; /* by the number of the text, a name of a synchronisation object */
  size_t nlists;
  struct reached *var;
  size_t vars;
  struct open *open;
  size_t nopen, copen;
  struct omen_event *out;
  size_t from, n, cap;
};

static uint32_t clock_of(struct omen_hidden_calls *h, const char *what, const char *name, size_t len) {
  char *text = omen_format("%s %.*s", what, (int)len, name);
  uint32_t id = omen_names_intern(&h->s->names[OMEN_SPACE_SYNC], text, strlen(text), NULL);
  free(text);
  return id;
}

static void reach(struct omen_hidden_calls *h, struct list *l, const char *name, size_t len) {
  uint32_t id = omen_names_intern(&h->s->names[OMEN_SPACE_VAR], name, len, NULL);
  if (id >= h->vars) {
    h->var = omen_xrealloc(h->var, (id + 1) * 2 * sizeof *h->var);
    memset(h->var + h->vars, 0, ((id + 1) * 2 - h->vars) * sizeof *h->var);
    h->vars = (id + 1) * 2;
  }
  if (!h->var[id].is)
    h->var[id] = (struct reached){.is = true,
                                  .calls = clock_of(h, "calls that may touch", name, len),
                                  .others = clock_of(h, "accesses to", name, len)};
  OMEN_GROW(l->var, l->n, l->cap);
  l->var[l->n++] = id;
}

/* Splits the text at commas: once for each. */
static void see_call(struct omen_hidden_calls *h, uint32_t text) {
  if (text >= h->nlists) {
    h->lists = omen_xrealloc(h->lists, (text + 1) * sizeof *h->lists);
    memset(h->lists + h->nlists, 0, (text + 1 - h->nlists) * sizeof *h->lists);
    h->nlists = text + 1;
  }
  struct list *l = &h->lists[text];
  if (l->n) return;
  size_t len;
  const char *name = omen_names_get(&h->s->names[OMEN_SPACE_SYNC], text, &len);
  char *all = omen_xstrndup(name, len);
  for (const char *p = all; *p;) {
    size_t n = strcspn(p, ",");
    size_t blanks = strspn(p, " ");
    if (n > blanks) reach(h, l, p + blanks, n - blanks);
    p += n + (p[n] == ',');
  }
  free(all);
}

struct omen_hidden_calls *omen_hidden_calls_new(struct omen_source *s, struct omen_err *err) {
  struct omen_hidden_calls *h = omen_xcalloc(1, sizeof *h);
  struct omen_event ev[256];
  long n;
  bool any = false;
  h->s = s;
  err->msg[0] = 0;
  while ((n = s->ops->read(s, ev, 256, err)) > 0)
    for (long i = 0; i < n; i++)
      if (ev[i].kind == OMEN_KIND_HIDE) {
        see_call(h, ev[i].obj);
        any = true;
      }
  if (n >= 0 && !s->ops->rewind(s, err) && any) return h;
  omen_hidden_calls_free(h);
  return NULL;
}

void omen_hidden_calls_reset(struct omen_hidden_calls *h) {
  if (h) h->nopen = h->from = h->n = 0;
}

void omen_hidden_calls_free(struct omen_hidden_calls *h) {
  if (!h) return;
  for (size_t i = 0; i < h->nlists; i++) free(h->lists[i].var);
  free(h->lists);
  free(h->var);
  free(h->open);
  free(h->out);
  free(h);
}

static void emit(struct omen_hidden_calls *h, struct omen_event e) {
  OMEN_GROW(h->out, h->n, h->cap);
  h->out[h->n++] = e;
}

static void emit_clock(struct omen_hidden_calls *h, const struct omen_event *e, enum omen_kind kind,
                       uint32_t clock) {
  emit(h, (struct omen_event){.obj = clock, .loc = e->loc, .thread = e->thread, .kind = kind});
}

/* Does the thread go on with a call that may touch the variable? */
static bool inside(const struct omen_hidden_calls *h, uint32_t thread, uint32_t var) {
  for (size_t i = 0; i < h->nopen; i++) {
    const struct list *l = &h->lists[h->open[i].list];
    for (size_t k = 0; h->open[i].thread == thread && k < l->n; k++)
      if (l->var[k] == var) return true;
  }
  return false;
}

/* The clocks of all that the thread's calls may touch: taken before an event, or given to behind it. */
static void of_calls(struct omen_hidden_calls *h, const struct omen_event *e, bool before) {
  for (size_t i = 0; i < h->nopen; i++) {
    const struct list *l = &h->lists[h->open[i].list];
    for (size_t k = 0; h->open[i].thread == e->thread && k < l->n; k++) {
      const struct reached *v = &h->var[l->var[k]];
      emit_clock(h, e, before ? OMEN_KIND_OBSERVE : OMEN_KIND_PUBLISH, v->calls);
      if (before) emit_clock(h, e, OMEN_KIND_OBSERVE, v->others);
    }
  }
}

static void begin_call(struct omen_hidden_calls *h, const struct omen_event *e) {
  OMEN_GROW(h->open, h->nopen, h->copen);
  h->open[h->nopen++] = (struct open){e->thread, e->obj};
}

static void end_call(struct omen_hidden_calls *h, uint32_t thread) {
  for (size_t i = h->nopen; i-- > 0;)
    if (h->open[i].thread == thread) {
      memmove(&h->open[i], &h->open[i + 1], (--h->nopen - i) * sizeof *h->open);
      return;
    }
}

void omen_hidden_calls_put(struct omen_hidden_calls *h, const struct omen_event *e) {
  bool steps = e->kind == OMEN_KIND_HIDE || e->kind == OMEN_KIND_SHOW;
  if (omen_kind_is_noop(e->kind) && !steps) {
    emit(h, *e);
    return;
  }
  if (e->kind == OMEN_KIND_HIDE) begin_call(h, e);
  bool access = omen_kind_is_access(e->kind) && e->obj < h->vars && h->var[e->obj].is;
  bool other = access && !inside(h, e->thread, e->obj);
  of_calls(h, e, true);
  if (other) emit_clock(h, e, OMEN_KIND_OBSERVE, h->var[e->obj].calls);
  if (!steps) emit(h, *e);
  if (other) emit_clock(h, e, OMEN_KIND_PUBLISH, h->var[e->obj].others);
  of_calls(h, e, false);
  if (e->kind == OMEN_KIND_SHOW) end_call(h, e->thread);
}

size_t omen_hidden_calls_get(struct omen_hidden_calls *h, struct omen_event *ev, size_t cap) {
  size_t n = h->n - h->from < cap ? h->n - h->from : cap;
  if (n) memcpy(ev, h->out + h->from, n * sizeof *ev);
  h->from += n;
  if (h->from == h->n) h->from = h->n = 0;
  return n;
}
