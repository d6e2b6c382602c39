/* See corpus_feed.h. */
#include "triage/corpus_feed.h"
#include "base/table.h"
#include "symbolic/realise.h"
#include "symbolic/wishes.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { FEEDERS = 4, SEEDS = 1024, WAITING = 1 << 14, LENGTHS = 80, ROOM = 4096 };

struct waiting {
  struct omen_inputs inputs;
  const char *why;
};
const char omen_corpus_seed[] = "found by others";
struct list { /* from `next` on */
  struct waiting *v;
  size_t n, cap, next;
};
struct omen_corpus_feed {
  struct omen_feeder *feeder[FEEDERS]; /* for inputs of other shapes: more arguments */
  size_t n_feeders;
  struct omen_derivation how;
  char *dir;
  bool broken; /* one was gone: no more of this */
  struct omen_mutator mutator;
  struct omen_inputs *seeds; /* that something new came of */
  size_t n_seeds, seeds_cap;
  struct list queue, offered, later; /* to be run; by others, to be run first; and to be looked at last */
  uint8_t *reached;                  /* by block, by any run */
  uint32_t blocks;
  struct omen_table had, wished, failed, sets; /* inputs; wishes; ways to fail; sets of blocks */
  uint64_t runs, idle;
};

/* One more, for inputs like these. */
static struct omen_feeder *open_feeder(struct omen_corpus_feed *f, const struct omen_inputs *in) {
  if (f->broken || f->n_feeders == FEEDERS) return NULL;
  struct omen_derivation d = f->how;
  d.inputs = in;
  char *dir = omen_format("%s.%zu", f->dir, f->n_feeders);
  struct omen_feeder *new = omen_feeder_open(&d, dir, NULL);
  free(dir);
  f->broken = !new;
  if (new) f->feeder[f->n_feeders++] = new;
  return new;
}
static struct omen_feeder *feeder_for(struct omen_corpus_feed *f, const struct omen_inputs *in) {
  for (size_t i = 0; i < f->n_feeders; i++)
    if (omen_feeder_takes(f->feeder[i], in)) return f->feeder[i];
  return open_feeder(f, in);
}
struct omen_corpus_feed *omen_corpus_feed_open(const struct omen_derivation *d, const char *dir) {
  struct omen_corpus_feed *f = omen_xcalloc(1, sizeof *f);
  f->how = *d;
  f->dir = omen_xstrdup(dir);
  f->mutator.state = 0x9e3779b97f4a7c15ull;
  if (open_feeder(f, d->inputs)) return f;
  omen_corpus_feed_close(f);
  return NULL;
}
static void release_list(struct list *l) {
  while (l->next < l->n) omen_inputs_release(&l->v[l->next++].inputs);
  free(l->v);
}
void omen_corpus_feed_close(struct omen_corpus_feed *f) {
  if (!f) return;
  for (size_t i = 0; i < f->n_feeders; i++) omen_feeder_close(f->feeder[i]);
  free(f->dir);
  for (size_t i = 0; i < f->n_seeds; i++) omen_inputs_release(&f->seeds[i]);
  release_list(&f->queue), release_list(&f->offered), release_list(&f->later);
  omen_mutator_release(&f->mutator);
  omen_table_release(&f->had), omen_table_release(&f->wished), omen_table_release(&f->failed),
      omen_table_release(&f->sets);
  free(f->seeds), free(f->reached);
  free(f);
}
uint64_t omen_corpus_feed_runs(const struct omen_corpus_feed *f) { return f ? f->runs : 0; }
uint64_t omen_corpus_feed_idle(const struct omen_corpus_feed *f) {
  return f && !f->broken ? f->idle : SIZE_MAX;
}

/* ---- what waits ---- */

/* Takes the inputs. */
static void append(struct list *l, struct omen_inputs *in, const char *why) {
  if (l->n - l->next >= WAITING) {
    omen_inputs_release(in);
    return;
  }
  if (l->next > 256 && l->next * 2 > l->n) { /* those that were run make room */
    memmove(l->v, l->v + l->next, (l->n - l->next) * sizeof *l->v);
    l->n -= l->next;
    l->next = 0;
  }
  OMEN_GROW(l->v, l->n, l->cap);
  l->v[l->n++] = (struct waiting){*in, why};
}
static bool pop(struct list *l, struct omen_inputs *out, const char **why) {
  if (l->next == l->n) return false;
  *out = l->v[l->next].inputs;
  *why = l->v[l->next++].why;
  return true;
}
/* Takes the inputs, if they were not had. */
static void enqueue(struct omen_corpus_feed *f, struct list *l, struct omen_inputs *in, const char *why) {
  if (omen_table_count(&f->had, omen_sym_inputs_hash(in)) == 1)
    append(l, in, why);
  else
    omen_inputs_release(in);
}
void omen_corpus_feed_offer(struct omen_corpus_feed *f, struct omen_inputs *in) {
  enqueue(f, &f->offered, in, omen_corpus_seed);
}
void omen_corpus_feed_guess(struct omen_corpus_feed *f, struct omen_inputs *in) {
  enqueue(f, &f->queue, in, "the other way here, whatever is before it");
}
bool omen_corpus_feed_later(struct omen_corpus_feed *f, struct omen_inputs *out) {
  const char *why;
  return f && pop(&f->later, out, &why);
}
static const char compared[] = "what it was compared with";
struct wishing {
  struct omen_corpus_feed *f;
  const struct omen_inputs *in;
};
static void wish(void *arg, const struct omen_sym_wish *w) {
  struct wishing *x = arg;
  struct omen_inputs out;
  omen_mutator_token(&x->f->mutator, w->edit[0].bytes, w->edit[0].len);
  if (omen_table_count(&x->f->wished, omen_sym_wish_hash(w)) > 4) return; /* the same in other surroundings */
  if (omen_sym_grant(x->in, w, &out)) enqueue(x->f, &x->f->queue, &out, compared);
}
/* Strings beyond the room that solver and searches have: as long as the room's end, and much longer. All have
 * one room, for a feeder holds one. */
static void long_strings(struct omen_corpus_feed *f, const struct omen_inputs *in, size_t source) {
  struct omen_inputs wide, out;
  const struct omen_input *i = &in->list[source];
  if (!i->symbolic || !omen_inputs_is_string(i->kind) || !i->room) return;
  omen_inputs_copy(&wide, in);
  if (wide.list[source].room < ROOM) wide.list[source].room = ROOM;
  for (size_t n = i->room; n <= ROOM; n *= 2)
    if (omen_mutate_length(&wide, source, n, &out)) enqueue(f, &f->queue, &out, "another length");
  omen_inputs_release(&wide);
}
/* Short lengths one by one, larger ones by powers of two: no decision tells which the program waits for. */
static void other_lengths(struct omen_corpus_feed *f, const struct omen_inputs *in) {
  struct omen_inputs out;
  for (size_t i = 0; i < in->n; i++) {
    for (size_t n = 0; n < LENGTHS; n++)
      if (omen_mutate_length(in, i, n, &out)) enqueue(f, &f->queue, &out, "another length");
    for (size_t n = 128; n <= 8192; n *= 2)
      if (omen_mutate_length(in, i, n + 1, &out)) enqueue(f, &f->queue, &out, "another length");
    long_strings(f, in, i);
  }
}
static void know(struct omen_corpus_feed *f, uint32_t blocks) {
  if (f->reached || !blocks) return;
  f->blocks = blocks;
  f->reached = omen_xcalloc(blocks / 8 + 1, 1);
}
static void add_seed(struct omen_corpus_feed *f, const struct omen_inputs *in) {
  if (f->n_seeds == SEEDS) return;
  OMEN_GROW(f->seeds, f->n_seeds, f->seeds_cap);
  omen_inputs_copy(&f->seeds[f->n_seeds++], in);
}
void omen_corpus_feed_saw(struct omen_corpus_feed *f, const struct omen_sym_trace *t,
                          const struct omen_inputs *in, bool news) {
  if (!f) return;
  know(f, t->n_blocks);
  for (uint32_t i = 0; i < f->blocks / 8 + 1 && t->n_blocks == f->blocks && i < (t->n_blocks + 7) / 8; i++)
    f->reached[i] |= t->covered[i];
  omen_table_count(&f->had, omen_sym_inputs_hash(in));
  omen_sym_wishes(t, in, wish, &(struct wishing){f, in});
  if (!f->n_seeds) other_lengths(f, in);
  if (news) add_seed(f, in);
}

/* ---- running ---- */

/* The next to be run: what waits, then a mutation. */
static bool next_inputs(struct omen_corpus_feed *f, struct omen_inputs *out, const char **why) {
  if (pop(&f->offered, out, why) || pop(&f->queue, out, why)) return true;
  if (!f->n_seeds) return false;
  uint32_t n = (uint32_t)f->n_seeds, late = omen_mutator_below(&f->mutator, 2); /* new ones oftener */
  uint32_t which =
      late ? n - 1 - omen_mutator_below(&f->mutator, n < 8 ? n : 8) : omen_mutator_below(&f->mutator, n);
  *why = "a mutation";
  for (uint32_t i = 0; i < n; i++) /* one that has something to change */
    if (omen_mutate(&f->mutator, &f->seeds[(which + i) % n], &f->seeds[omen_mutator_below(&f->mutator, n)],
                    out))
      return true;
  return false;
}
/* Of what a comparison asked for, all blocks together count: two words that were met one by one are met at
 * once. */
enum news { NOTHING, ANOTHER_SET, NEWS };
static enum news is_news(struct omen_corpus_feed *f, const struct omen_fed *r) {
  bool new = false;
  know(f, r->blocks);
  uint32_t bytes = (f->blocks + 7) / 8;
  for (uint32_t i = 0; i < bytes && r->blocks == f->blocks && r->end; i++) {
    new |= r->covered[i] & ~f->reached[i];
    f->reached[i] |= r->covered[i];
  }
  uint64_t set = XXH3_64bits(r->covered, r->end ? bytes : 0), how[3] = {r->end, (uint64_t)r->status, set};
  bool another = omen_table_count(&f->sets, set) == 1;
  if (omen_fed_bad(r))
    return omen_table_count(&f->failed, XXH3_64bits(how, sizeof how)) == 1 || new ? NEWS : NOTHING;
  return new ? NEWS : another ? ANOTHER_SET : NOTHING;
}
/* True: it is worth a look now. Else it is released, or kept for later. */
static bool worth(struct omen_corpus_feed *f, const struct omen_fed *r, struct omen_inputs *in,
                  const char *why) {
  enum news n = is_news(f, r);
  if (n == NEWS || (n && why == compared)) return true;
  if (n && why == omen_corpus_seed) {
    add_seed(f, in);
    append(&f->later, in, why);
  } else
    omen_inputs_release(in);
  return false;
}
bool omen_corpus_feed_one(struct omen_corpus_feed *f, const struct omen_inputs *in, struct omen_fed *out) {
  struct omen_feeder *feeder = f ? feeder_for(f, in) : NULL;
  if (!feeder || f->broken) return false;
  f->broken = omen_feeder_run(feeder, in, out);
  return !f->broken;
}
bool omen_corpus_feed_run(struct omen_corpus_feed *f, unsigned most, struct omen_inputs *out,
                          const char **why) {
  struct omen_fed r;
  for (; f && !f->broken && most; most--) {
    if (!next_inputs(f, out, why)) return false;
    f->runs++, f->idle++;
    if (!omen_corpus_feed_one(f, out, &r)) {
      omen_inputs_release(out);
    } else if (worth(f, &r, out, *why)) {
      f->idle = 0;
      return true;
    }
  }
  return false;
}
