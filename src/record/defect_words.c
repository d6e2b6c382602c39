/* Defects in words: see defect_words.h. */
#include "record/defect_words.h"
#include <string.h>

static const struct {
  const char *word, *what;
  enum omen_consequence consequence;
} kinds[] = {
#define X(symbol, word, consequence, what) {word, what, OMEN_CONSEQUENCE_##consequence},
#include "record/defects.def"
};

const char *omen_defect_word(enum omen_defect_kind k) { return kinds[k].word; }
enum omen_consequence omen_defect_consequence(enum omen_defect_kind k) { return kinds[k].consequence; }
const char *omen_defect_what(enum omen_defect_kind k) { return kinds[k].what; }

enum omen_defect_kind omen_defect_find(const char *word) {
  enum omen_defect_kind k = 0;
  while (word && k < OMEN_DEFECT_KINDS && strcmp(kinds[k].word, word)) k++;
  return word ? k : OMEN_DEFECT_KINDS;
}

static bool placed(const struct omen_out_defect *d) { return d->place[0] && strcmp(d->place, "-"); }

/* Found by comparing an index: which bytes are meant is not known. */
static bool by_index(const struct omen_out_defect *d) { return !d->len && !d->addr && !placed(d); }

static bool before(const struct omen_out_defect *d) { return d->addr < d->base; }

void omen_defect_title(const struct omen_out_defect *d, char *out, size_t cap) {
  const char *place = placed(d) ? d->place : "memory";
  switch (d->kind) {
  case OMEN_DEFECT_OUT_OF_BOUNDS:
    if (by_index(d))
      snprintf(out, cap, "index out of bounds");
    else
      snprintf(out, cap, "%s buffer %s", place, before(d) ? "underflow" : "overflow");
    break;
  case OMEN_DEFECT_USE_AFTER_FREE: snprintf(out, cap, "%s use after free", place); break;
  case OMEN_DEFECT_USE_AFTER_SCOPE: snprintf(out, cap, "stack use after scope"); break;
  case OMEN_DEFECT_USE_AFTER_RETURN: snprintf(out, cap, "stack use after return"); break;
  default:
    snprintf(out, cap, "%s", omen_defect_word(d->kind));
    for (char *p = out; *p; p++)
      if (*p == '-') *p = ' ';
  }
}

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

void omen_defect_access(bool write, uint64_t len, char *out, size_t cap) {
  const char *op = write ? "write" : "read";
  if (len)
    snprintf(out, cap, "%s of %llu byte%s", op, (unsigned long long)len, plural(len));
  else
    snprintf(out, cap, "%s", op);
}

void omen_defect_act(const struct omen_out_defect *d, char *out, size_t cap) {
  if (d->op == 'r' || d->op == 'w')
    omen_defect_access(d->op == 'w', d->len, out, cap);
  else
    snprintf(out, cap, "%s", "");
}

/* Addresses come from a file, and may be anything: no sum of them is made. */
void omen_defect_hit(const struct omen_out_defect *d, const char *object, char *out, size_t cap) {
  unsigned long long n;
  if (!placed(d)) {
    snprintf(out, cap, "%s", "");
  } else if (before(d)) {
    n = d->base - d->addr;
    bool reaches = d->len > n; /* it begins before and ends inside */
    snprintf(out, cap, "%llu byte%s before %s%s", n, plural(n), object, reaches ? ", reaching into it" : "");
  } else if (d->addr - d->base >= d->size) {
    n = d->addr - d->base - d->size;
    snprintf(out, cap, "%llu byte%s after %s", n, plural(n), object);
  } else {
    uint64_t inside = d->addr - d->base, beyond = d->len - (d->size - inside);
    int to = inside ? snprintf(out, cap, "%llu byte%s inside %s", (unsigned long long)inside, plural(inside),
                               object)
                    : snprintf(out, cap, "at the start of %s", object);
    if (d->len > d->size - inside && to >= 0 && (size_t)to < cap)
      snprintf(out + to, cap - (size_t)to, ", reaching %llu byte%s past its end", (unsigned long long)beyond,
               plural(beyond));
  }
}

static bool on_heap(const struct omen_out_defect *d) { return !strcmp(d->place, "heap"); }

const char *omen_defect_made(const struct omen_out_defect *d) {
  if (on_heap(d)) return "allocated";
  return d->kind == OMEN_DEFECT_UNLOCK_NOT_HELD || d->kind == OMEN_DEFECT_DESTROY_IN_USE ? "locked"
                                                                                         : "created";
}

const char *omen_defect_gone(const struct omen_out_defect *d) {
  if (on_heap(d)) return "freed";
  if (d->kind == OMEN_DEFECT_JOIN_TWICE) return "joined or detached";
  return d->kind == OMEN_DEFECT_USE_AFTER_DESTROY ? "destroyed" : "given back";
}

uint64_t omen_defect_name_of(const struct omen_out_defect *d) {
  return omen_defect_name(d->kind, d->base, d->pcs.pc, d->pcs.n);
}

const struct omen_out_defect *omen_outcome_defect(const struct omen_outcome *o, uint64_t name) {
  for (size_t i = 0; i < o->ndefects; i++)
    if (omen_defect_name_of(&o->defects[i]) == name) return &o->defects[i];
  return NULL;
}
