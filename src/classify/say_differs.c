/* What the runs of a harmless race wrote differently: see say_differs.h. */
#include "classify/say_differs.h"
#include <string.h>

static int bits(uint64_t x) { return __builtin_popcountll(x); }

struct first { /* what the first run wrote */
  bool any;
  uint64_t hash;
};

/* Did any of the runs that wrote all that they had to write differ from the first: by either hash? */
static bool varies(struct first *f, const struct omen_family *p, const struct omen_seen_pairs *s,
                   bool loose) {
  for (int order = 0; order < 2; order++)
    for (int i = 0; i < p->n; i++) {
      if (!(s->whole[order] >> i & 1)) continue;
      uint64_t hash = loose ? p->loose[order][i] : p->run[order][i].hash;
      if (f->any && hash != f->hash) return true;
      *f = (struct first){true, hash};
    }
  return false;
}

static bool vary(const struct omen_family *p, const struct omen_seen_pairs *s, bool loose) {
  return varies(&(struct first){0}, p, s, loose);
}

/* From one instance of the race to another. */
static bool families_vary(const struct omen_family *families, size_t n, bool loose) {
  struct first f = {0};
  for (size_t i = 0; i < n; i++) {
    const struct omen_seen_pairs s = omen_seen_pairs(&families[i]);
    if (varies(&f, &families[i], &s, loose)) return true;
  }
  return false;
}

/* A unit that came in some of the runs, and not in all. */
struct example {
  const struct omen_unit_kept *unit;
  int seen[2]; /* runs that wrote it, by order */
};

static int less(const int seen[2]) { return seen[0] < seen[1] ? seen[0] : seen[1]; }

/* The best example is one that both orders have, as often as can be; then a line rather than anything else.
 */
static bool beats(const struct example *a, const struct example *b) {
  if (!b->unit || less(a->seen) != less(b->seen)) return !b->unit || less(a->seen) > less(b->seen);
  return a->unit->kind < b->unit->kind;
}

static struct example example_of(const struct omen_family *p, const struct omen_seen_pairs *s) {
  struct example best = {0};
  for (size_t i = 0; i < p->units.n; i++) {
    struct example e = {.unit = &p->units.kept[i]};
    if (e.unit->kind > OMEN_UNIT_END) continue; /* parts of a line say less than the line */
    for (int order = 0; order < 2; order++) e.seen[order] = bits(e.unit->in[order] & s->whole[order]);
    int all = bits(s->whole[0]) + bits(s->whole[1]), n = e.seen[0] + e.seen[1];
    if (n && n < all && beats(&e, &best)) best = e;
  }
  return best;
}

static void say_example(const struct omen_family *p, const struct example *e, char *out, size_t size) {
  const char *line = e->unit ? omen_units_text(&p->units, e->unit) : NULL;
  if (line)
    snprintf(out, size,
             "write lines that vary by schedule: \"%s\" comes in %d run%s as recorded, in %d flipped%s", line,
             e->seen[0], e->seen[0] == 1 ? "" : "s", e->seen[1],
             less(e->seen) ? "" : ", too seldom to be this order's doing");
  else if (e->unit && e->unit->kind == OMEN_UNIT_END)
    snprintf(out, size,
             "end with a status that varies by schedule: with one of them %d run%s as recorded, %d flipped",
             e->seen[0], e->seen[0] == 1 ? "" : "s", e->seen[1]);
  else
    snprintf(out, size, "write what varies by schedule");
}

/* What the runs leave in files that they have mapped is told, and not weighed. */
static const char *stored(const struct omen_family *families, size_t n) {
  struct first f = {0};
  bool differs = false, uncounted = false;
  for (size_t i = 0; i < n; i++) {
    const struct omen_seen_pairs s = omen_seen_pairs(&families[i]);
    for (int order = 0; order < 2; order++)
      for (int k = 0; k < families[i].n; k++) {
        if (!(s.whole[order] >> k & 1)) continue;
        const struct omen_outcome *o = &families[i].run[order][k].outcome;
        uint64_t hash = omen_outcome_counter(o, "stored");
        differs |= f.any && hash != f.hash;
        uncounted |= omen_outcome_counter(o, "stored_uncounted") > 0;
        f = (struct first){true, hash};
      }
  }
  return differs     ? "what they store in mapped files varies, and is not weighed"
         : uncounted ? "what they store in large mapped files is not compared"
                     : NULL;
}

void omen_say_differs(const struct omen_family *families, size_t n, char *out, size_t size) {
  out[0] = 0;
  bool cut = false;
  for (size_t i = 0; i < n && !out[0]; i++) {
    const struct omen_family *p = &families[i];
    const struct omen_seen_pairs s = omen_seen_pairs(p);
    if (!vary(p, &s, false)) continue;
    const struct example e = example_of(p, &s);
    cut = p->units.cut > 0;
    if (vary(p, &s, true))
      say_example(p, &e, out, size);
    else
      snprintf(out, size, "end alike and write the same lines, in an order that varies by schedule");
  }
  if (!out[0] && families_vary(families, n, true))
    snprintf(out, size, "write what varies by schedule");
  else if (!out[0] && families_vary(families, n, false))
    snprintf(out, size, "end alike and write the same lines, in an order that varies by schedule");
  const char *kept = stored(families, n);
  if (kept) {
    if (!out[0]) snprintf(out, size, "end and write alike");
    size_t used = strlen(out);
    snprintf(out + used, size - used, "; %s", kept);
  }
  size_t len = strlen(out);
  if (cut) snprintf(out + len, size - len, "; there were too many lines to weigh each of them");
}
