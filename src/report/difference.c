/* The first difference between the outputs of two runs: see difference.h. Streams are compared apart, each as
 * one text: how writes to different descriptors take turns is no difference, and neither is how a text is cut
 * into calls. */
#include "base/printable.h"
#include "record/rawout.h"
#include "report/difference.h"
#include <string.h>

static bool writes_to(const struct omen_result *r, uint32_t fd) {
  for (size_t i = 0; i < r->noutputs; i++)
    if (r->outputs[i].fd == fd) return true;
  return false;
}

/* The descriptors in the order in which people look: standard output, standard error, others, the file
 * system. */
static bool next_fd(const struct omen_result *a, const struct omen_result *b, uint32_t *fd, bool *first) {
  if (*fd == OMEN_EFFECTS_FD && !*first) return false; /* the last; one more would be the first again */
  for (uint32_t k = *first ? 0 : *fd + 1; k < 1024; k++)
    if (writes_to(a, k) || writes_to(b, k)) return *first = false, *fd = k, true;
  *first = false;
  return *fd = OMEN_EFFECTS_FD, writes_to(a, *fd) || writes_to(b, *fd);
}

const char *omen_difference_stream(struct omen_pool *pool, uint32_t fd) {
  if (fd == OMEN_EFFECTS_FD) return "the file system";
  if (fd == 1) return "standard output";
  if (fd == 2) return "standard error";
  return omen_pool_fmt(pool, "descriptor %u", fd);
}

static bool inside_character(const struct omen_buf *text, size_t at) {
  return at < text->len && ((unsigned char)text->data[at] & 0xc0) == 0x80;
}

static const char *keep(struct omen_pool *pool, struct omen_buf *text) {
  const char *kept = omen_pool_str(pool, text->data ? text->data : "");
  omen_buf_release(text);
  return kept;
}

/* Cut where it is very long. */
const char *omen_difference_line(struct omen_pool *pool, const struct omen_buf *text, size_t at) {
  enum { LONGEST = 400, MORE = 4 /* of one character */ };
  if (at > text->len || (at == text->len && (!at || text->data[at - 1] == '\n'))) return NULL;
  size_t from = at, to = at;
  while (from && text->data[from - 1] != '\n' && at - from < LONGEST) from--;
  while (to < text->len && text->data[to] != '\n' && to - at < LONGEST) to++;
  for (int i = 0; i < MORE && from < at && inside_character(text, from); i++) from++;
  for (int i = 0; i < MORE && inside_character(text, to); i++) to++;
  struct omen_buf line = {0};
  for (size_t i = from, tab; i < to; i = tab + 1) {
    for (tab = i; tab < to && text->data[tab] != '\t';) tab++;
    omen_buf_add_printable(&line, text->data + i, tab - i);
    if (tab < to) omen_buf_adds(&line, " ");
  }
  return keep(pool, &line);
}

const char *omen_difference_bytes(struct omen_pool *pool, const char *data, size_t n, size_t at) {
  enum { BEFORE = 8, BYTES = 32 };
  size_t from = at > BEFORE ? at - BEFORE : 0, to = n - from > BYTES ? from + BYTES : n;
  struct omen_buf hex = {0};
  if (from) omen_buf_addf(&hex, "(%zu bytes) ", from);
  for (size_t i = from; i < to; i++)
    omen_buf_addf(&hex, "%s%02x", i > from ? " " : "", (unsigned char)data[i]);
  if (to < n) omen_buf_adds(&hex, " ...");
  return keep(pool, &hex);
}

/* What is not shown as text: a byte that no text has stands near the difference. */
static bool is_binary(const struct omen_buf *text, size_t at) {
  enum { NEAR = 64 };
  for (size_t i = at > NEAR ? at - NEAR : 0; i < text->len && i < at + NEAR; i++)
    if ((unsigned char)text->data[i] < ' ' &&
        !strchr("\a\b\t\n\v\f\r\033", text->data[i] ? text->data[i] : 1))
      return true;
  return false;
}

static const char *shown(struct omen_pool *pool, const struct omen_buf *text, size_t at, bool binary) {
  if (!binary) return omen_difference_line(pool, text, at);
  return at < text->len ? omen_difference_bytes(pool, text->data, text->len, at) : NULL;
}

static void fill(struct omen_pool *pool, const struct omen_buf text[2], size_t at, struct omen_shown *into) {
  size_t start = at; /* of the line, which up to here is the same in both */
  const struct omen_buf *longer = &text[text[1].len > text[0].len];
  into->line = 1;
  for (size_t i = 0; i < at; i++) into->line += longer->data[i] == '\n';
  while (start && longer->data[start - 1] != '\n') start--;
  bool binary = is_binary(&text[0], at) || is_binary(&text[1], at);
  for (int i = 0; i < 2; i++) into->text[i] = shown(pool, &text[i], at, binary);
  into->text[2] = start && !binary ? omen_difference_line(pool, longer, start - 1) : NULL;
}

struct omen_difference omen_difference(struct omen_pool *pool, const struct omen_exhibit *e,
                                       struct omen_shown *into) {
  struct omen_difference d = {0};
  const struct omen_result *primary = &e->result[0], *alternate = &e->result[1];
  if (omen_difference_of_unit(pool, e, &d, into)) return d;
  bool first = true;
  for (uint32_t fd = 0; !d.found && next_fd(primary, alternate, &fd, &first);) {
    struct omen_buf text[2] = {0};
    omen_result_text(primary, fd, &text[0]);
    omen_result_text(alternate, fd, &text[1]);
    size_t n = text[0].len < text[1].len ? text[0].len : text[1].len, at = 0;
    while (at < n && text[0].data[at] == text[1].data[at]) at++;
    if (at < n || text[0].len != text[1].len) {
      d = (struct omen_difference){true, fd, {at, at}};
      into->stream = omen_difference_stream(pool, fd);
      fill(pool, text, at, into);
    }
    omen_buf_release(&text[0]);
    omen_buf_release(&text[1]);
  }
  return d;
}
