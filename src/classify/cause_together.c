/* Several pairs reversed at the same time: see cause_parts.h. Delta debugging: all that may matter at once,
 * and then without ever smaller parts of them, as long as nothing goes wrong. */
#include "classify/cause_parts.h"
#include <stdlib.h>
#include <string.h>

/* MOST: pairs that are reversed at once, the last of the run. DEEP: failures one behind the other that are
 * gone after. */
enum { MOST = 24, DEEP = 3 };

static int try(struct omen_asking *a, const uint32_t *pairs, size_t n, enum omen_reversal *was) {
  struct omen_plan p = omen_asking_reversed(a, pairs, n);
  struct omen_result r;
  int result = omen_explore(a->q->x, &p, 1, &r, a->err);
  omen_plan_release(&p);
  if (result) return -1;
  *was = omen_asking_weigh(a, &r);
  a->out->tried++;
  omen_result_release(&r);
  return 0;
}

/* Without those from `at` on, `size` of them. */
static size_t without(const uint32_t *pairs, size_t n, size_t at, size_t size, uint32_t *out) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (i < at || i >= at + size) out[kept++] = pairs[i];
  return kept;
}

static int shrink(struct omen_asking *a, uint32_t *pairs, size_t *n) {
  for (size_t size = *n / 2; size && *n > 1; size = size > *n / 2 ? *n / 2 : size / 2)
    for (size_t at = 0; at < *n && *n > 1 && !omen_asking_over(a);) {
      uint32_t fewer[MOST];
      enum omen_reversal was;
      size_t kept = without(pairs, *n, at, size, fewer);
      if (kept && try(a, fewer, kept, &was)) return -1;
      if (kept && was == OMEN_REVERSAL_CURE) {
        memcpy(pairs, fewer, kept * sizeof *fewer);
        *n = kept;
      } else
        at += size;
    }
  return 0;
}

/* The first ones: those without which it is back. */
static int sort_blamed(struct omen_asking *a, uint32_t *pairs, size_t n, size_t *blamed) {
  uint32_t back[MOST], rest[MOST];
  size_t nback = 0, nrest = 0;
  for (size_t i = 0; i < n; i++) {
    uint32_t fewer[MOST];
    enum omen_reversal was = OMEN_REVERSAL_SAME;
    if (n > 1 && try(a, fewer, without(pairs, n, i, 1, fewer), &was)) return -1;
    if (was == OMEN_REVERSAL_OTHER)
      rest[nrest++] = pairs[i];
    else
      back[nback++] = pairs[i];
  }
  memcpy(pairs, back, nback * sizeof *back);
  memcpy(pairs + nback, rest, nrest * sizeof *rest);
  *blamed = nback ? nback : n;
  return 0;
}

static int by_event(const void *x, const void *y) {
  const uint32_t *a = x, *b = y;
  return a[1] < b[1] ? -1 : a[1] > b[1];
}

/* In the order of the run, in which they are brought about. */
static void sort(const struct omen_asking *a, uint32_t *pairs, size_t n) {
  uint32_t keyed[MOST][2];
  for (size_t i = 0; i < n; i++) keyed[i][0] = pairs[i], keyed[i][1] = a->pair[pairs[i]].event[0];
  qsort(keyed, n, sizeof *keyed, by_event);
  for (size_t i = 0; i < n; i++) pairs[i] = keyed[i][0];
}

/* Races. ALL: also several of a class, and those that could not be reversed alone. */
static size_t gather(const struct omen_asking *a, bool all, uint32_t *pairs) {
  size_t n = 0;
  for (size_t i = 0; i < a->nflips && n < MOST; i++) {
    uint32_t pair = a->flip[i].pair;
    if (a->pair[pair].kind != OMEN_PAIR_RACE) continue;
    if (all || (a->flip[i].met && !omen_asking_had(a, pairs, n, a->pair[pair].class))) pairs[n++] = pair;
  }
  sort(a, pairs, n);
  return n;
}

/* All at once may be too much: what contradicts itself cannot be had. Then two of them. */
static int try_two(struct omen_asking *a, const uint32_t *some, size_t n, uint32_t *pairs, size_t *found) {
  for (size_t i = n; i-- > 1;)
    for (size_t k = i; k-- > 0 && !omen_asking_over(a);) {
      enum omen_reversal was;
      uint32_t two[2] = {some[k], some[i]};
      if (try(a, two, 2, &was)) return -1;
      if (was != OMEN_REVERSAL_CURE) continue;
      memcpy(pairs, two, sizeof two);
      *found = 2;
      return 0;
    }
  return 0;
}

int omen_asking_together(struct omen_asking *a, uint32_t *pairs, size_t *n, size_t *blamed) {
  enum omen_reversal was = OMEN_REVERSAL_NONE;
  *n = *blamed = 0;
  for (int all = 1; all >= 0 && was != OMEN_REVERSAL_CURE && !omen_asking_over(a); all--) {
    *n = gather(a, all, pairs);
    if (*n > 1 && try(a, pairs, *n, &was)) return -1;
  }
  if (was == OMEN_REVERSAL_CURE) {
    if (shrink(a, pairs, n)) return -1;
  } else {
    uint32_t some[MOST];
    size_t all = gather(a, true, some);
    *n = 0;
    if (try_two(a, some, all, pairs, n)) return -1;
  }
  return *n ? sort_blamed(a, pairs, *n, blamed) : 0;
}

/* ---- one failure behind the other ---- */

struct behind {
  const struct omen_cause_question *q;
};

static bool still_sound(void *context, const struct omen_result *r) {
  const struct omen_cause_question *q = ((struct behind *)context)->q;
  return q->sound(q->goal->context, r);
}

static bool goes_wrong(void *context, const struct omen_result *r) {
  return r->outcome.end != OMEN_END_LOST && !still_sound(context, r);
}

static int extend(const struct omen_cause_question *q, const struct omen_plan *from, int depth,
                  struct omen_plan *out, bool *found, struct omen_err *err) {
  struct behind context = {q};
  struct omen_schedule_goal goal = {.shows = goes_wrong, .context = &context, .deadline = q->goal->deadline};
  struct omen_cause_question next = *q;
  struct omen_cause none = {0};
  struct omen_asking *a = omen_xcalloc(1, sizeof *a);
  bool shows;
  next.plan = from;
  next.goal = &goal;
  next.sound = still_sound;
  *a = (struct omen_asking){.q = &next, .out = &none, .err = err};
  int result = omen_asking_open(a, &shows);
  if (!result && shows) result = omen_asking_flip(a);
  for (size_t i = 0; !result && i < a->nflips && !*found; i++)
    if (a->flip[i].cures) {
      *out = omen_asking_reversed(a, &a->flip[i].pair, 1);
      *found = true;
    }
  /* Where none cures, what is reversed nearest to the failure may show the next one. */
  for (size_t i = 0; !result && i < a->nflips && !*found && depth < DEEP && !omen_asking_over(a); i++) {
    if (!a->flip[i].met) continue;
    struct omen_plan p = omen_asking_reversed(a, &a->flip[i].pair, 1);
    result = extend(q, &p, DEEP, out, found, err);
    omen_plan_release(&p);
  }
  omen_asking_close(a);
  free(a);
  return result;
}

int omen_asking_extend(const struct omen_asking *a, const struct omen_plan *from, struct omen_plan *out,
                       bool *found) {
  *found = false;
  return extend(a->q, from, DEEP - 1, out, found, a->err);
}
