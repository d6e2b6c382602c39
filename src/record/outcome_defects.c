/* The lines of an outcome file that are about defects and about locks taken in different orders. */
#include "record/defect_words.h"
#include "record/outcome_parts.h"

static bool line_defect(struct omen_outcome *o, char *rest) {
  struct omen_out_defect d = {.made.thread = -1, .gone.thread = -1};
  uint64_t index;
  char kind_word[32], op[4];
  if (!number(&rest, &index) || !word(&rest, kind_word, sizeof kind_word) || !integer(&rest, &d.thread) ||
      !small(&rest, &d.site) || !number(&rest, &d.addr) || !number(&rest, &d.len) ||
      !word(&rest, op, sizeof op) || !word(&rest, d.place, sizeof d.place) || !number(&rest, &d.base) ||
      !number(&rest, &d.size) || index != o->ndefects)
    return false;
  d.op = op[0];
  d.kind = omen_defect_find(kind_word);
  if (d.kind == OMEN_DEFECT_KINDS) return false;
  pcs(&rest, &d.pcs);
  OMEN_GROW(o->defects, o->ndefects, o->cdefects);
  o->defects[o->ndefects++] = d;
  return true;
}

/* The defect that a line is about; NULL: none. */
static struct omen_out_defect *about(struct omen_outcome *o, char **rest) {
  uint64_t index;
  return number(rest, &index) && index < o->ndefects ? &o->defects[index] : NULL;
}

static bool by(struct omen_out_by *out, char *rest) {
  if (out->pcs.n || !integer(&rest, &out->thread)) return false;
  pcs(&rest, &out->pcs);
  return true;
}

static bool line_made(struct omen_outcome *o, char *rest) {
  struct omen_out_defect *d = about(o, &rest);
  return d && by(&d->made, rest);
}

static bool line_gone(struct omen_outcome *o, char *rest) {
  struct omen_out_defect *d = about(o, &rest);
  return d && by(&d->gone, rest);
}

static bool line_waits(struct omen_outcome *o, char *rest) {
  struct omen_out_defect *d = about(o, &rest);
  struct omen_out_wait w;
  if (!d || !rest || !take_wait(&w, rest, true)) return false;
  OMEN_GROW(d->waits, d->nwaits, d->cwaits);
  d->waits[d->nwaits++] = w;
  return true;
}

static bool line_holds(struct omen_outcome *o, char *rest) {
  struct omen_out_defect *d = about(o, &rest);
  struct omen_out_wait w;
  if (!d || !rest || !take_wait(&w, rest, false)) return false;
  OMEN_GROW(d->holds, d->nholds, d->cholds);
  d->holds[d->nholds++] = w;
  return true;
}

static bool line_says(struct omen_outcome *o, char *rest) {
  struct omen_out_defect *d = about(o, &rest);
  if (!d || d->says || !rest) return false;
  d->says = omen_xstrdup(rest);
  return true;
}

static bool line_inversion(struct omen_outcome *o, char *rest) {
  uint64_t index;
  if (!number(&rest, &index) || index != o->ninversions) return false;
  OMEN_GROW(o->inversions, o->ninversions, o->cinversions);
  o->inversions[o->ninversions++] = (struct omen_out_inversion){0};
  return true;
}

/* A `wants` belongs to the `took` before it. */
static bool take_lock(struct omen_outcome *o, char *rest, bool wants) {
  struct omen_out_edge e = {0};
  struct omen_out_lock *l = wants ? &e.wants : &e.took;
  uint64_t index;
  char what[16], mode[4];
  if (!number(&rest, &index) || index >= o->ninversions || !integer(&rest, &e.thread) ||
      !word(&rest, what, sizeof what) || !number(&rest, &l->addr) || !number(&rest, &l->point) ||
      !number(&rest, &e.event) || !word(&rest, mode, sizeof mode))
    return false;
  struct omen_out_inversion *v = &o->inversions[index];
  struct omen_out_edge *last = v->nedges ? &v->edges[v->nedges - 1] : NULL;
  if (wants && (!last || last->wants.what || last->thread != e.thread)) return false;
  l->what = omen_xstrdup(what);
  l->read = mode[0] == 'r';
  pcs(&rest, &l->pcs);
  if (wants) {
    last->wants = *l;
    return true;
  }
  OMEN_GROW(v->edges, v->nedges, v->cedges);
  v->edges[v->nedges++] = e;
  return true;
}
static bool line_took(struct omen_outcome *o, char *rest) { return take_lock(o, rest, false); }
static bool line_wants(struct omen_outcome *o, char *rest) { return take_lock(o, rest, true); }

static const struct omen_outcome_line lines[] = {
    {"defect", line_defect},       {"made", line_made},   {"gone", line_gone},
    {"says", line_says},           {"waits", line_waits}, {"holds", line_holds},
    {"inversion", line_inversion}, {"took", line_took},   {"wants", line_wants},
};

void omen_outcome_take_defect(struct omen_outcome *o, const char *name, char *rest) {
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (!strcmp(lines[i].word, name)) lines[i].take(o, rest);
}
