/* Taking apart what a run wrote: see units.h. */
#include "classify/units.h"
#include "record/rawout.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* SHORT: messages of so many bytes have their bytes as units; of longer ones eight bytes are one, up to LONG.
 * Classes of descriptors: 1, 2, OTHERS, and EFFECTS, what is done to files by name. Lines BY_THREAD are units
 * of their own. */
enum { SHORT = 64, LONG = 1024, OTHERS = 3, EFFECTS = 4, BY_THREAD = 8 };

struct taking {
  const struct omen_result *r;
  omen_unit_visit *visit;
  void *to;
  struct omen_table times;     /* how often lines and shapes came so far */
  struct omen_output_unit now; /* the line or message under way */
  uint64_t class;
};

static uint64_t mix(uint64_t a, uint64_t b) {
  const uint64_t two[2] = {a, b};
  return XXH3_64bits(two, sizeof two);
}

static void tell(struct taking *t, enum omen_unit_kind kind, uint64_t what) {
  t->now.kind = kind;
  t->now.hash = mix(mix(t->class, kind), what);
  t->visit(t->to, &t->now);
}
/* The second of its like is another unit. */
static void tell_counted(struct taking *t, enum omen_unit_kind kind, uint64_t what) {
  tell(t, kind, mix(what, omen_table_count(&t->times, mix(mix(t->class, kind), what))));
}

/* ---- lines ---- */

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

/* A number: what begins with a digit ("0x1f" and "12ms" included), or digits within a word ("T3"). */
static size_t number_at(const char *s, size_t i, size_t n) {
  if (!isdigit((unsigned char)s[i])) return 0;
  size_t end = i;
  bool begins = !i || !in_word(s[i - 1]);
  while (end < n && (begins ? in_word(s[end]) : isdigit((unsigned char)s[end]))) end++;
  return end - i;
}

/* The shape is what is left when every number is replaced by one byte that no text has. */
static uint64_t shape_of(const char *s, size_t n, struct omen_buf *shape) {
  shape->len = 0;
  for (size_t i = 0; i < n;) {
    size_t digits = number_at(s, i, n);
    omen_buf_add(shape, digits ? "\1" : s + i, 1);
    i += digits ? digits : 1;
  }
  return XXH3_64bits(shape->data, shape->len);
}

static void take_fields(struct taking *t, const char *s, size_t n, uint64_t shape) {
  uint64_t nth = 0;
  for (size_t i = 0; i < n;) {
    size_t digits = number_at(s, i, n);
    if (digits) tell(t, OMEN_UNIT_FIELD, mix(shape, XXH3_64bits_withSeed(s + i, digits, ++nth)));
    i += digits ? digits : 1;
  }
}

/* From the beginning of one word to the end of the next, what stands between them included. */
static void take_words(struct taking *t, const char *s, size_t n) {
  size_t before = n; /* where the word before begins; n: there is none */
  for (size_t i = 0; i < n;) {
    size_t end = i;
    while (end < n && in_word(s[end])) end++;
    if (end > i && before < n) tell(t, OMEN_UNIT_WORD, XXH3_64bits(s + before, end - before));
    if (end > i) before = i;
    i = end > i ? end : i + 1;
  }
}

static void take_line(struct taking *t, const char *s, size_t n, uint64_t at, struct omen_buf *shape) {
  t->now.at = at;
  t->now.text = s;
  t->now.len = n;
  tell_counted(t, OMEN_UNIT_LINE, XXH3_64bits(s, n));
  uint64_t form = shape_of(s, n, shape);
  if (shape->len == n && !memcmp(shape->data, s, n)) return take_words(t, s, n); /* it has no number */
  tell_counted(t, OMEN_UNIT_SHAPE, form);
  take_fields(t, s, n, form);
  take_words(t, s, n);
}

static void take_lines(struct taking *t, const struct omen_buf *text, uint64_t start) {
  struct omen_buf shape = {0};
  omen_buf_add(&shape, "", 1); /* so that there are bytes to point to */
  for (size_t at = 0; at < text->len;) {
    const char *end = memchr(text->data + at, '\n', text->len - at);
    size_t n = end ? (size_t)(end - text->data) - at : text->len - at;
    take_line(t, text->data + at, n, start + at, &shape);
    at += n + 1;
  }
  omen_buf_release(&shape);
}

/* ---- messages ---- */

static void take_message(struct taking *t, const char *s, size_t n, uint64_t at) {
  t->now.at = at;
  t->now.text = s;
  t->now.len = n;
  tell_counted(t, OMEN_UNIT_MESSAGE, XXH3_64bits(s, n));
  size_t step = n <= SHORT ? 1 : 8;
  for (size_t i = 0; n <= LONG && i < n; i += step)
    tell(t, OMEN_UNIT_PART, mix(mix(n, i), XXH3_64bits(s + i, n - i < step ? n - i : step)));
}

static void take_messages(struct taking *t, uint32_t fd) {
  uint64_t at = 0;
  for (size_t i = 0; i < t->r->noutputs; i++) {
    const struct omen_output *o = &t->r->outputs[i];
    if (o->fd != fd) continue;
    take_message(t, o->data, o->len, at);
    at += o->len;
  }
}

/* ---- streams ---- */

static bool is_text(const struct omen_buf *b) {
  for (size_t i = 0; i < b->len; i++) {
    unsigned char c = (unsigned char)b->data[i];
    if (c < ' ' && !strchr("\a\b\t\n\v\f\r\033", c ? c : 1)) return false;
  }
  return true;
}

/* Do several threads write to it, and parts of lines? */
static bool is_torn(const struct omen_result *r, uint32_t fd) {
  bool parts = false, several = false;
  uint32_t thread = UINT32_MAX;
  for (size_t i = 0; i < r->noutputs; i++) {
    const struct omen_output *o = &r->outputs[i];
    if (o->fd != fd || !o->len) continue;
    parts |= o->data[o->len - 1] != '\n';
    several |= thread != UINT32_MAX && thread != o->thread;
    thread = o->thread;
  }
  return parts && several;
}

static void take_by_thread(struct taking *t, uint32_t fd) {
  struct omen_table seen = {0};
  for (size_t i = 0; i < t->r->noutputs; i++) {
    const struct omen_output *first = &t->r->outputs[i];
    if (first->fd != fd || !omen_table_put(&seen, first->thread, 1)) continue;
    struct omen_buf text = {0};
    for (size_t k = i; k < t->r->noutputs; k++) {
      const struct omen_output *o = &t->r->outputs[k];
      if (o->fd == fd && o->thread == first->thread) omen_buf_add(&text, o->data, o->len);
    }
    take_lines(t, &text, 0);
    omen_buf_release(&text);
  }
  omen_table_release(&seen);
}

static uint64_t class_of(uint32_t fd) {
  return fd == OMEN_EFFECTS_FD ? EFFECTS : fd == 1 || fd == 2 ? fd : OTHERS;
}

static void take_stream(struct taking *t, uint32_t fd) {
  struct omen_buf text = {0};
  omen_result_text(t->r, fd, &text);
  t->now.fd = fd;
  t->class = class_of(fd);
  if (!is_text(&text))
    take_messages(t, fd);
  else {
    take_lines(t, &text, 0);
    t->class |= BY_THREAD;
    t->now.apart = true;
    if (is_torn(t->r, fd)) take_by_thread(t, fd);
    t->now.apart = false;
  }
  omen_buf_release(&text);
}

void omen_units_each(const struct omen_result *r, omen_unit_visit *visit, void *to) {
  struct taking t = {.r = r, .visit = visit, .to = to};
  struct omen_table seen = {0};
  t.now.text = "";
  tell(&t, OMEN_UNIT_END, mix(r->outcome.end, (uint64_t)r->outcome.status));
  for (size_t i = 0; i < r->noutputs; i++)
    if (omen_table_put(&seen, r->outputs[i].fd, 1)) take_stream(&t, r->outputs[i].fd);
  omen_table_release(&seen);
  omen_table_release(&t.times);
}

/* ---- finding one ---- */

struct search {
  uint64_t hash;
  struct omen_unit_found *out;
};

static void look(void *to, const struct omen_output_unit *u) {
  const struct search *s = to;
  if (s->out->found || u->hash != s->hash) return;
  *s->out = (struct omen_unit_found){true, u->apart, u->kind, u->fd, u->at, u->len};
}

struct omen_unit_found omen_unit_find(const struct omen_result *r, uint64_t hash) {
  struct omen_unit_found found = {0};
  omen_units_each(r, look, &(struct search){hash, &found});
  return found;
}

/* ---- comparing two runs ---- */

static bool contains(const struct omen_buf *text, const char *what, size_t len) {
  return text->len && memmem(text->data, text->len, what, len);
}

/* Is the message that `has` wrote among the bytes that `r` wrote to a descriptor of the same class? */
static bool wrote_bytes(const struct omen_result *r, const struct omen_result *has,
                        const struct omen_unit_found *f) {
  struct omen_buf mine = {0};
  bool found = false;
  omen_result_text(has, f->fd, &mine);
  for (size_t i = 0; i < r->noutputs && !found; i++) {
    if (class_of(r->outputs[i].fd) != class_of(f->fd)) continue;
    struct omen_buf text = {0};
    omen_result_text(r, r->outputs[i].fd, &text);
    found = contains(&text, mine.data + f->at, f->len);
    omen_buf_release(&text);
  }
  omen_buf_release(&mine);
  return found;
}

bool omen_unit_apart(const struct omen_result *has, const struct omen_result *has_not, uint64_t hash) {
  struct omen_unit_found f = omen_unit_find(has, hash);
  if (!f.found || omen_unit_find(has_not, hash).found) return false;
  bool bytes = f.kind == OMEN_UNIT_MESSAGE || f.kind == OMEN_UNIT_PART;
  return !bytes || !f.len || !wrote_bytes(has_not, has, &f);
}
