/* The inputs of a run, in memory and as a file: see inputs.h. */
#include "record/inputs.h"
#include "record/manifest.h"
#include <stdlib.h>

void omen_inputs_add(struct omen_inputs *in, uint32_t kind, const char *name, const void *bytes, size_t len,
                     size_t room, bool symbolic) {
  OMEN_GROW(in->list, in->n, in->cap);
  struct omen_input *i = &in->list[in->n++];
  *i = (struct omen_input){.kind = kind, .name = omen_xstrdup(name), .room = room, .symbolic = symbolic};
  omen_inputs_set(i, bytes, len);
}

void omen_inputs_set(struct omen_input *i, const void *bytes, size_t len) {
  uint8_t *copy = omen_xmalloc(len + 1);
  if (len) memcpy(copy, bytes, len);
  copy[len] = 0;
  free(i->bytes);
  i->bytes = copy;
  i->len = len;
  if (i->room < len) i->room = len;
}

struct omen_input *omen_inputs_find(const struct omen_inputs *in, uint32_t kind, const char *name) {
  for (size_t i = 0; i < in->n; i++)
    if (in->list[i].kind == kind && !strcmp(in->list[i].name, name)) return &in->list[i];
  return NULL;
}

void omen_inputs_copy(struct omen_inputs *to, const struct omen_inputs *from) {
  *to = (struct omen_inputs){0};
  for (size_t i = 0; i < from->n; i++) {
    const struct omen_input *s = &from->list[i];
    omen_inputs_add(to, s->kind, s->name, s->bytes, s->len, s->room, s->symbolic);
  }
}

bool omen_input_unset(const struct omen_input *i) { return i->kind == OMEN_INPUT_ENV && !i->room; }

bool omen_inputs_other_way(const struct omen_inputs *in, size_t which, struct omen_inputs *out) {
  if (in->list[which].kind != OMEN_INPUT_ENV) return false;
  omen_inputs_copy(out, in);
  struct omen_input *i = &out->list[which];
  bool unset = omen_input_unset(i);
  omen_inputs_set(i, "", 0);
  i->room = unset ? OMEN_INPUT_ROOM : 0;
  return true;
}

bool omen_inputs_same(const struct omen_inputs *a, const struct omen_inputs *b) {
  if (a->n != b->n) return false;
  for (size_t i = 0; i < a->n; i++) {
    const struct omen_input *x = &a->list[i], *y = &b->list[i];
    if (x->kind != y->kind || x->len != y->len || strcmp(x->name, y->name) ||
        memcmp(x->bytes, y->bytes, x->len) || omen_input_unset(x) != omen_input_unset(y))
      return false;
  }
  return true;
}

void omen_inputs_release(struct omen_inputs *in) {
  for (size_t i = 0; i < in->n; i++) {
    free(in->list[i].name);
    free(in->list[i].bytes);
  }
  free(in->list);
  *in = (struct omen_inputs){0};
}

/* ---- the file ---- */

static void add_padded(struct omen_buf *out, const void *data, size_t n) {
  static const char zeros[8];
  omen_buf_add(out, data, n);
  omen_buf_add(out, zeros, omen_inputs_padded(n) - n);
}

void omen_inputs_render(const struct omen_inputs *in, struct omen_buf *out) {
  struct omen_inputs_header h = {.magic = OMEN_INPUTS_MAGIC, .sources = (uint32_t)in->n};
  omen_buf_add(out, &h, sizeof h);
  for (size_t i = 0; i < in->n; i++) {
    const struct omen_input *s = &in->list[i];
    struct omen_inputs_source head = {.kind = s->kind,
                                      .symbolic = s->symbolic,
                                      .name_len = (uint32_t)strlen(s->name),
                                      .len = (uint32_t)s->len,
                                      .room = (uint32_t)s->room};
    omen_buf_add(out, &head, sizeof head);
    add_padded(out, s->name, head.name_len);
    add_padded(out, s->bytes, s->len);
  }
}

int omen_inputs_write(const struct omen_inputs *in, const char *path, struct omen_err *err) {
  struct omen_buf text = {0};
  omen_inputs_render(in, &text);
  /* What cannot be read back is not written. */
  struct omen_inputs check;
  int result = omen_inputs_parse(&check, text.data, text.len, path, NULL)
                   ? omen_fail(err, "%s: an input is too large", path)
                   : omen_file_write(path, text.data, text.len, err);
  omen_inputs_release(&check);
  omen_buf_release(&text);
  return result;
}

int omen_inputs_parse(struct omen_inputs *in, const void *data, size_t len, const char *where,
                      struct omen_err *err) {
  struct omen_inputs_reader r = {data, (const uint8_t *)data + len};
  *in = (struct omen_inputs){0};
  int64_t n = len ? omen_inputs_begin(&r) : -1;
  if (n < 0) return omen_fail(err, "%s: not a file of inputs", where);
  for (int64_t i = 0; i < n; i++) {
    struct omen_inputs_source s;
    const char *name;
    const uint8_t *bytes;
    if (!omen_inputs_next(&r, &s, &name, &bytes)) {
      omen_inputs_release(in);
      return omen_fail(err, "%s: damaged: source %d of %d", where, (int)i + 1, (int)n);
    }
    char *copy = omen_xstrndup(name, s.name_len);
    omen_inputs_add(in, s.kind, copy, bytes, s.len, s.room, s.symbolic);
    free(copy);
  }
  if (r.at == r.end) return 0;
  omen_inputs_release(in);
  return omen_fail(err, "%s: damaged: it goes on behind its end", where);
}

int omen_inputs_read(struct omen_inputs *in, const char *path, struct omen_err *err) {
  struct omen_buf text = {0};
  *in = (struct omen_inputs){0};
  int result = omen_file_read(path, &text, err);
  if (!result) result = omen_inputs_parse(in, text.data, text.len, path, err);
  omen_buf_release(&text);
  return result;
}

/* ---- arguments and environment ---- */

struct strings {
  char **list;
  size_t n, cap;
};
static void add_string(struct strings *s, char *text) {
  OMEN_GROW(s->list, s->n, s->cap);
  s->list[s->n++] = text;
}

static uint32_t number_of_arguments(const struct omen_inputs *in, char *const *argv) {
  const struct omen_input *i = omen_inputs_find(in, OMEN_INPUT_ARGC, "");
  uint32_t n = 0;
  if (i && i->len == sizeof n) {
    memcpy(&n, i->bytes, sizeof n);
    return n < 1 ? 1 : n > OMEN_INPUTS_MOST ? OMEN_INPUTS_MOST : n;
  }
  while (argv[n]) n++;
  return n;
}

/* What is behind a zero is there, in the room, but is no part of the string. */
static char **arguments(const struct omen_inputs *in, char *const *argv) {
  struct strings s = {0};
  uint32_t n = number_of_arguments(in, argv);
  bool more = true;
  for (uint32_t k = 0; k < n; k++) {
    char name[16];
    snprintf(name, sizeof name, "%u", k);
    const struct omen_input *i = omen_inputs_find(in, OMEN_INPUT_ARGV, name);
    more = more && argv[k];
    add_string(&s, omen_xstrdup(i ? (const char *)i->bytes : more ? argv[k] : ""));
  }
  add_string(&s, NULL);
  return s.list;
}

/* How much the strings of symbolic inputs need, and what they could be longer. */
static size_t room_for(const struct omen_inputs *in) {
  size_t need = 0;
  for (size_t i = 0; i < in->n; i++) {
    const struct omen_input *s = &in->list[i];
    if (!s->symbolic || !omen_inputs_is_string(s->kind) || omen_input_unset(s)) continue;
    need += s->room + 1 + (s->kind == OMEN_INPUT_ENV ? strlen(s->name) + 1 : 0);
    need += s->room - strlen((const char *)s->bytes);
  }
  return need;
}

static bool is_variable(const char *text, const char *name) {
  size_t n = strlen(name);
  return !strncmp(text, name, n) && text[n] == '=';
}

static char **environment(const struct omen_inputs *in, char *const *env) {
  struct strings s = {0};
  for (; *env; env++)
    if (strncmp(*env, OMEN_INPUTS_ROOM, strlen(OMEN_INPUTS_ROOM))) add_string(&s, omen_xstrdup(*env));
  for (size_t i = 0; i < in->n; i++) {
    const struct omen_input *v = &in->list[i];
    if (v->kind != OMEN_INPUT_ENV) continue;
    char *text = omen_format("%s=%s", v->name, (const char *)v->bytes);
    size_t k = 0;
    while (k < s.n && !is_variable(s.list[k], v->name)) k++;
    if (omen_input_unset(v)) {
      free(text);
      if (k == s.n) continue;
      free(s.list[k]);
      memmove(&s.list[k], &s.list[k + 1], (--s.n - k) * sizeof *s.list);
    } else if (k == s.n) {
      add_string(&s, text);
    } else {
      free(s.list[k]);
      s.list[k] = text;
    }
  }
  size_t room = room_for(in);
  if (room) add_string(&s, omen_format("%s%*s", OMEN_INPUTS_ROOM, (int)room, ""));
  add_string(&s, NULL);
  return s.list;
}

void omen_inputs_strings(const struct omen_inputs *in, char *const *argv, char *const *env, char ***new_argv,
                         char ***new_env) {
  *new_argv = arguments(in, argv);
  *new_env = environment(in, env);
}
