/* The unit that the order decides (classify/units.h), and what the other run writes in its place: see
 * difference.h. Where other output is free, the first difference would be any line. */
#include "base/table.h"
#include "classify/units.h"
#include "report/difference.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* What a run wrote to a descriptor, as lines or, of a stream that is no text, as messages. */
struct part {
  uint64_t at;
  const char *data;
  size_t len;
};
struct parts {
  struct omen_buf text;
  struct part *list;
  size_t n, capacity;
};

static void add(struct parts *p, uint64_t at, size_t len) {
  OMEN_GROW(p->list, p->n, p->capacity);
  p->list[p->n++] = (struct part){at, p->text.data + at, len};
}

static void add_lines(struct parts *p) {
  for (size_t at = 0; at < p->text.len;) {
    const char *from = p->text.data + at, *end = memchr(from, '\n', p->text.len - at);
    size_t len = end ? (size_t)(end - from) : p->text.len - at;
    add(p, at, len);
    at += len + 1;
  }
}

static struct parts parts_of(const struct omen_result *r, uint32_t fd, bool messages) {
  struct parts p = {0};
  uint64_t at = 0;
  omen_result_text(r, fd, &p.text);
  if (!messages) add_lines(&p);
  for (size_t i = 0; messages && i < r->noutputs; i++) {
    if (r->outputs[i].fd != fd) continue;
    add(&p, at, r->outputs[i].len);
    at += r->outputs[i].len;
  }
  return p;
}

static void release(struct parts *p) {
  omen_buf_release(&p->text);
  free(p->list);
}

static size_t common_front(const struct part *a, const struct part *b) {
  size_t k = 0;
  while (k < a->len && k < b->len && a->data[k] == b->data[k]) k++;
  return k;
}

/* How much two of them have in common: at the beginning, and then at the end. */
static size_t likeness(const struct part *a, const struct part *b) {
  size_t front = common_front(a, b), back = 0, room = (a->len < b->len ? a->len : b->len) - front;
  while (back < room && a->data[a->len - 1 - back] == b->data[b->len - 1 - back]) back++;
  return front + back;
}

/* Of what the other run alone writes, the one most like mine; NULL: none has half of it. */
static const struct part *counterpart(const struct part *mine, const struct parts *all_mine,
                                      const struct parts *others) {
  struct omen_table had = {0};
  const struct part *best = NULL;
  size_t most = mine->len / 2;
  for (size_t i = 0; i < all_mine->n; i++)
    omen_table_put(&had, XXH3_64bits(all_mine->list[i].data, all_mine->list[i].len), 1);
  for (size_t i = 0; i < others->n; i++) {
    const struct part *p = &others->list[i];
    size_t alike = likeness(mine, p);
    if (alike < most || (best && alike == most) || omen_table_has(&had, XXH3_64bits(p->data, p->len)))
      continue;
    best = p;
    most = alike;
  }
  omen_table_release(&had);
  return best;
}

/* Around its byte `at`, which is the first that differs. */
static const char *shown(struct omen_pool *pool, const struct parts *all, const struct part *p, size_t at,
                         bool message) {
  if (!p) return NULL;
  return message ? omen_difference_bytes(pool, p->data, p->len, at)
                 : omen_difference_line(pool, &all->text, p->at + at);
}

static const struct part *part_at(const struct parts *p, uint64_t at) {
  for (size_t i = 0; i < p->n; i++)
    if (p->list[i].at == at) return &p->list[i];
  return NULL;
}

/* What stands before it, where that is the same in both runs; NULL: it is not. */
static const struct part *before(const struct parts all[2], const struct part *const part[2]) {
  const struct part *last[2] = {0};
  for (int i = 0; i < 2; i++)
    if (part[i] && part[i] > all[i].list) last[i] = part[i] - 1;
  if (!last[0] || !last[1] || last[0]->len != last[1]->len) return NULL;
  return memcmp(last[0]->data, last[1]->data, last[0]->len) ? NULL : last[0];
}

static void fill(struct omen_pool *pool, const struct parts all[2], const struct part *const part[2],
                 bool message, int guilty, struct omen_difference *out, struct omen_shown *into) {
  size_t front = part[0] && part[1] ? common_front(part[0], part[1]) : 0;
  for (int i = 0; i < 2; i++) {
    out->at[i] = part[i] ? part[i]->at + front : UINT64_MAX;
    into->text[i] = shown(pool, &all[i], part[i], front, message);
  }
  into->text[2] = shown(pool, &all[0], before(all, part), 0, message);
  into->line = (int)(part[guilty] - all[guilty].list) + 1;
  into->stream = omen_difference_stream(pool, out->fd);
}

bool omen_difference_of_unit(struct omen_pool *pool, const struct omen_exhibit *e,
                             struct omen_difference *out, struct omen_shown *into) {
  int guilty = e->guilty;
  struct omen_unit_found f = {0};
  if (e->unit) f = omen_unit_find(&e->result[guilty], e->unit);
  if (!f.found || f.apart || f.kind == OMEN_UNIT_END) return false;
  bool message = f.kind == OMEN_UNIT_MESSAGE || f.kind == OMEN_UNIT_PART;
  struct parts all[2] = {parts_of(&e->result[0], f.fd, message), parts_of(&e->result[1], f.fd, message)};
  const struct part *part[2] = {0};
  part[guilty] = part_at(&all[guilty], f.at);
  if (part[guilty]) part[!guilty] = counterpart(part[guilty], &all[guilty], &all[!guilty]);
  *out = (struct omen_difference){.found = part[guilty], .fd = f.fd};
  if (out->found) fill(pool, all, part, message, guilty, out, into);
  release(&all[0]);
  release(&all[1]);
  return out->found;
}
