/* Which runs of a family wrote which units: see units.h. */
#include "classify/units.h"
#include <stdlib.h>

/* Of so many bytes a line is known again by a reader; so many bytes of lines are kept to be shown. */
enum { LINE_SHOWN = 60, TEXTS = 1 << 16 };

struct adding {
  struct omen_units *units;
  int order;
  uint64_t bit;
};

static uint32_t keep_text(struct omen_units *u, const char *text, size_t len) {
  if (u->texts.len + LINE_SHOWN + 1 > TEXTS) return 0;
  uint32_t at = (uint32_t)u->texts.len;
  for (size_t i = 0; i < len && i < LINE_SHOWN; i++) {
    unsigned char c = (unsigned char)text[i];
    omen_buf_add(&u->texts, c < ' ' || c == 0x7f ? " " : text + i, 1);
  }
  omen_buf_add(&u->texts, "", 1);
  return at + 1;
}

static void add(void *to, const struct omen_output_unit *unit) {
  const struct adding *a = to;
  struct omen_units *u = a->units;
  const uint64_t *had = omen_table_find(&u->number, unit->hash);
  if (!had && u->n >= OMEN_UNITS_MAX) {
    u->cut++;
    return;
  }
  size_t i = had ? *had - 1 : u->n;
  if (!had) {
    OMEN_GROW(u->kept, u->n, u->capacity);
    omen_table_put(&u->number, unit->hash, ++u->n);
    u->kept[i] = (struct omen_unit_kept){.hash = unit->hash, .kind = unit->kind};
    if (unit->kind == OMEN_UNIT_LINE) u->kept[i].text = keep_text(u, unit->text, unit->len);
  }
  u->kept[i].in[a->order] |= a->bit;
}

/* A run that wrote the same; false: there is none. */
static bool find_alike(const struct omen_units *u, uint64_t hash, int *order, int *i) {
  for (*order = 0; *order < 2; ++*order)
    for (*i = 0; *i < OMEN_UNIT_RUNS; ++*i)
      if (u->had[*order][*i] && u->hash[*order][*i] == hash) return true;
  return false;
}

void omen_units_add(struct omen_units *u, int order, int i, const struct omen_result *r) {
  int other, k;
  uint64_t bit = UINT64_C(1) << i;
  if (find_alike(u, r->hash, &other, &k))
    for (size_t n = 0; n < u->n; n++) u->kept[n].in[order] |= u->kept[n].in[other] >> k & 1 ? bit : 0;
  else
    omen_units_each(r, add, &(struct adding){u, order, bit});
  u->hash[order][i] = r->hash;
  u->had[order][i] = true;
}

const char *omen_units_text(const struct omen_units *u, const struct omen_unit_kept *k) {
  return k->text ? u->texts.data + k->text - 1 : NULL;
}

const char *omen_units_line(const struct omen_units *u, uint64_t hash) {
  const uint64_t *number = omen_table_find(&u->number, hash);
  return number ? omen_units_text(u, &u->kept[*number - 1]) : NULL;
}

void omen_units_release(struct omen_units *u) {
  omen_table_release(&u->number);
  omen_buf_release(&u->texts);
  free(u->kept);
  *u = (struct omen_units){0};
}
