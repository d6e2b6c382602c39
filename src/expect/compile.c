/* One expression, from text to program; what the compiler's parts share. */
#include "expect/invariant.h"
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT 4096

void *omen_compiler_new(struct omen_compiler *c, size_t n) {
  OMEN_GROW(c->arena, c->narena, c->carena);
  return c->arena[c->narena++] = omen_xcalloc(1, n);
}

void *omen_compiler_error(struct omen_compiler *c, int at, const char *fmt, ...) {
  if (c->failed) return NULL;
  c->failed = true;
  char text[512];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  for (char *p = text; *p; p++)
    if ((unsigned char)*p < ' ' || (unsigned char)*p > '~') *p = '?'; /* one line, whatever was written */
  omen_fail(c->err, "column %d: %s", at + 1, text);
  return NULL;
}

struct omen_node *omen_node_new(struct omen_compiler *c, enum omen_node_kind kind, const struct omen_ty *type,
                                int from) {
  struct omen_node *n = omen_compiler_new(c, sizeof *n);
  n->kind = kind;
  n->type = type;
  n->from = n->to = from;
  return n;
}

int omen_compile(struct omen_program_names *names, const char *text, struct omen_code *out,
                 struct omen_err *err) {
  if (strlen(text) > MAX_TEXT) return omen_fail(err, "column %d: the expression is too long", MAX_TEXT);
  struct omen_compiler c = {.names = names, .text = text, .err = err};
  struct omen_node *n = omen_parse(&c);
  int result = n ? omen_emit(&c, n, out) : -1;
  if (!result && !c.named) {
    omen_compiler_error(&c, 0, "there is no variable in it");
    result = -1;
  }
  for (size_t i = 0; i < c.narena; i++) free(c.arena[i]);
  free(c.arena);
  return result;
}
