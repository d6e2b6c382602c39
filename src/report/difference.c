/* The first difference between the outputs of two runs: see difference.h. Streams are compared apart, each as
 * one text: how writes to different descriptors take turns is no difference, and neither is how a text is cut
 * into calls. */
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

/* Cut where it is very long. */
const char *omen_difference_line(struct omen_pool *pool, const struct omen_buf *text, size_t at) {
  enum { LONGEST = 400 };
  if (at > text->len || (at == text->len && (!at || text->data[at - 1] == '\n'))) return NULL;
  size_t from = at, to = at;
  while (from && text->data[from - 1] != '\n' && at - from < LONGEST) from--;
  while (to < text->len && text->data[to] != '\n' && to - at < LONGEST) to++;
  char line[2 * LONGEST + 1];
  size_t n = 0;
  for (size_t i = from; i < to; i++) line[n++] = (unsigned char)text->data[i] < ' ' ? ' ' : text->data[i];
  line[n] = 0;
  return omen_pool_str(pool, line);
}

static void fill(struct omen_pool *pool, const struct omen_buf text[2], size_t at, struct omen_shown *into) {
  size_t start = at; /* of the line, which up to here is the same in both */
  const struct omen_buf *longer = &text[text[1].len > text[0].len];
  into->line = 1;
  for (size_t i = 0; i < at; i++) into->line += longer->data[i] == '\n';
  while (start && longer->data[start - 1] != '\n') start--;
  for (int i = 0; i < 2; i++) into->text[i] = omen_difference_line(pool, &text[i], at);
  into->text[2] = start ? omen_difference_line(pool, longer, start - 1) : NULL;
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
