/* Numbers that come from the clock: see elapsed.h. */
#include "explore/elapsed.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- lines and their numbers ---- */

/* What went to one descriptor, put together, with the place that each byte came from. */
struct text {
  struct omen_buf bytes;
  char **from;
  size_t cfrom;
};

static void gather(const struct omen_result *r, uint32_t fd, struct text *out) {
  *out = (struct text){0};
  for (size_t i = 0; i < r->noutputs; i++) {
    if (r->outputs[i].fd != fd) continue;
    for (size_t k = 0; k < r->outputs[i].len; k++) {
      size_t n = out->bytes.len;
      OMEN_GROW(out->from, n, out->cfrom);
      out->from[n] = (char *)r->outputs[i].data + k;
      omen_buf_add(&out->bytes, &r->outputs[i].data[k], 1);
    }
  }
}
static void release_text(struct text *t) {
  omen_buf_release(&t->bytes);
  free(t->from);
}

static bool digit(char c) { return c >= '0' && c <= '9'; }

/* A number: digits, with points, commas and colons between them; spaces before it only fill a column. */
struct number {
  size_t pad, at, end;
};
static bool next_number(const char *s, size_t from, size_t end, struct number *out) {
  size_t i = from;
  while (i < end && !digit(s[i])) i++;
  if (i == end) return false;
  *out = (struct number){.pad = i, .at = i};
  while (out->pad > from && s[out->pad - 1] == ' ') out->pad--;
  while (i < end && (digit(s[i]) || (memchr(".,:", s[i], 3) && i + 1 < end && digit(s[i + 1])))) i++;
  out->end = i;
  return true;
}

/* The name of the line: its text without the numbers. */
static uint64_t line_name(const char *s, size_t from, size_t end, uint32_t fd) {
  struct omen_buf shape = {0};
  struct number one;
  while (next_number(s, from, end, &one)) {
    omen_buf_add(&shape, s + from, one.pad - from);
    omen_buf_add(&shape, "#", 1);
    from = one.end;
  }
  omen_buf_add(&shape, s + from, end - from);
  uint64_t name = XXH3_64bits_withSeed(shape.data, shape.len, fd);
  omen_buf_release(&shape);
  return name;
}

static size_t line_end(const struct omen_buf *b, size_t from) {
  const char *end = memchr(b->data + from, '\n', b->len - from);
  return end ? (size_t)(end - b->data) + 1 : b->len;
}

static uint64_t number_name(uint64_t line, size_t nth) { return line + (nth + 1) * 0x9e3779b97f4a7c15ull; }

static bool knows(const struct omen_elapsed *e, uint64_t name) {
  for (size_t i = 0; i < e->n; i++)
    if (e->number[i] == name) return true;
  return false;
}

void omen_elapsed_release(struct omen_elapsed *e) {
  free(e->number);
  *e = (struct omen_elapsed){0};
}

/* ---- learning ---- */

/* The same line in both runs: the numbers that differ. */
static bool learn_line(struct omen_elapsed *e, uint64_t line, const char *a, size_t from, size_t end,
                       const char *b, size_t b_from, size_t b_end) {
  struct number x, y;
  bool more = false;
  for (size_t nth = 0; next_number(a, from, end, &x) && next_number(b, b_from, b_end, &y); nth++) {
    bool same = x.end - x.at == y.end - y.at && !memcmp(a + x.at, b + y.at, x.end - x.at);
    from = x.end;
    b_from = y.end;
    if (same || knows(e, number_name(line, nth))) continue;
    OMEN_GROW(e->number, e->n, e->c);
    e->number[e->n++] = number_name(line, nth);
    more = true;
  }
  return more;
}

static bool learn_text(struct omen_elapsed *e, uint32_t fd, const struct omen_buf *a,
                       const struct omen_buf *b) {
  bool more = false;
  for (size_t i = 0, k = 0; i < a->len && k < b->len;) {
    size_t i_end = line_end(a, i), k_end = line_end(b, k);
    uint64_t line = line_name(a->data, i, i_end, fd);
    if (line == line_name(b->data, k, k_end, fd))
      more |= learn_line(e, line, a->data, i, i_end, b->data, k, k_end);
    i = i_end;
    k = k_end;
  }
  return more;
}

static bool first_of(const struct omen_result *r, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (r->outputs[k].fd == r->outputs[i].fd) return false;
  return true;
}

static uint64_t counter(const struct omen_result *r, const char *name) {
  return omen_outcome_counter(&r->outcome, name);
}

/* Did the clock alone differ? Then it was the same schedule, with as many events. */
static bool same_way(const struct omen_result *a, const struct omen_result *b) {
  return a->outcome.end == b->outcome.end && a->outcome.status == b->outcome.status &&
         counter(a, "events") == counter(b, "events") && counter(a, "switches") == counter(b, "switches");
}

static bool learn(struct omen_elapsed *e, const struct omen_result *as_is, const struct omen_result *faster) {
  bool more = false;
  if (!counter(as_is, "clock_looks") || !same_way(as_is, faster)) return false;
  for (size_t i = 0; i < as_is->noutputs; i++) {
    if (!first_of(as_is, i)) continue;
    struct text a, b;
    uint32_t fd = as_is->outputs[i].fd;
    gather(as_is, fd, &a);
    gather(faster, fd, &b);
    more |= learn_text(e, fd, &a.bytes, &b.bytes);
    release_text(&a);
    release_text(&b);
  }
  return more;
}

int omen_elapsed_learn(struct omen_explorer *x, const struct omen_plan *plans, size_t n, bool *more,
                       struct omen_err *err) {
  uint32_t flags = x->flags;
  struct omen_result *run = omen_xcalloc(2 * n, sizeof *run);
  *more = false;
  x->unmasked = true;
  int failed = omen_explore_fresh(x, plans, n, run, err);
  x->flags |= OMEN_FLAG_FASTER;
  int failed_too = failed ? -1 : omen_explore_fresh(x, plans, n, run + n, err);
  x->flags = flags;
  x->unmasked = false;
  for (size_t i = 0; i < n && !failed_too; i++) *more |= learn(&x->elapsed, &run[i], &run[n + i]);
  for (size_t i = 0; i < n && !failed; i++) omen_result_release(&run[i]);
  for (size_t i = 0; i < n && !failed_too; i++) omen_result_release(&run[n + i]);
  free(run);
  return failed || failed_too ? -1 : 0;
}

/* ---- masking ---- */

enum { GONE = 1 };

/* Of a known number one byte stays, and nothing of what fills its column. */
static bool mask_line(const struct omen_elapsed *e, uint32_t fd, struct text *t, size_t from, size_t end,
                      uint8_t *gone) {
  uint64_t line = line_name(t->bytes.data, from, end, fd);
  struct number one;
  bool any = false;
  for (size_t nth = 0; next_number(t->bytes.data, from, end, &one); nth++, from = one.end) {
    if (!knows(e, number_name(line, nth))) continue;
    memset(gone + one.pad, GONE, one.end - one.pad);
    gone[one.at] = 0;
    *t->from[one.at] = '#';
    any = true;
  }
  return any;
}

/* Bytes that are gone are squeezed out of the operation that wrote them. */
static void squeeze(struct omen_result *r, uint32_t fd, const uint8_t *gone) {
  size_t at = 0;
  for (size_t i = 0; i < r->noutputs; i++) {
    struct omen_output *o = &r->outputs[i];
    if (o->fd != fd) continue;
    char *to = (char *)o->data;
    size_t kept = 0, len = o->len;
    for (size_t k = 0; k < len; k++)
      if (!gone[at++]) to[kept++] = to[k];
    o->len = kept;
  }
}

void omen_elapsed_mask(const struct omen_elapsed *e, struct omen_result *r) {
  if (!e->n) return;
  for (size_t i = 0; i < r->noutputs; i++) {
    if (!first_of(r, i)) continue;
    struct text t;
    uint32_t fd = r->outputs[i].fd;
    gather(r, fd, &t);
    uint8_t *gone = omen_xcalloc(t.bytes.len + 1, 1);
    bool any = false;
    for (size_t from = 0, end; from < t.bytes.len; from = end) {
      end = line_end(&t.bytes, from);
      any |= mask_line(e, fd, &t, from, end, gone);
    }
    if (any) squeeze(r, fd, gone);
    free(gone);
    release_text(&t);
  }
}
