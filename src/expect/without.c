/* Lines whose synchronisation is left out: FILE:LINE to the calls on that line. A call is on a line if it, or
 * what it was inlined into, stands there; the language's own headers do not count. */
#include "expect/without.h"
#include "expect/calls.h"
#include "record/extras.h"
#include <stdlib.h>
#include <string.h>

#define NEAR 6

struct place {
  const char *text; /* as the user wrote it */
  char *file;
  long line;
};

static int split(const char *text, struct place *p, struct omen_err *err) {
  const char *colon = strrchr(text, ':');
  char *end = NULL;
  long line = colon ? strtol(colon + 1, &end, 10) : 0;
  bool digits = colon && colon[1] >= '0' && colon[1] <= '9' && !*end;
  if (!colon || colon == text || !digits || line < 1 || line > INT32_MAX)
    return omen_fail(err, "it should be FILE:LINE");
  *p = (struct place){text, omen_xstrndup(text, (size_t)(colon - text)), line};
  return 0;
}

static bool ends_with_path(const char *path, const char *file) {
  size_t have = path ? strlen(path) : 0, want = strlen(file);
  return have >= want && !strcmp(path + have - want, file) && (have == want || path[have - want - 1] == '/');
}

static bool in_file(const struct omen_frame *f, const char *file) {
  return omen_frame_is_users(f) && (ends_with_path(f->path, file) || ends_with_path(f->file, file));
}

static bool on_line(const struct omen_call *c, const struct place *p) {
  for (size_t i = 0; i < c->nframes; i++)
    if (c->frames[i].line == p->line && in_file(&c->frames[i], p->file)) return true;
  return false;
}

/* ---- what to say when there is nothing ---- */

struct near {
  long line, far;
  const char *calls;
};

static int by_distance(const void *a, const void *b) {
  const struct near *x = a, *y = b;
  if (x->far != y->far) return x->far < y->far ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}
static int by_line(const void *a, const void *b) {
  const struct near *x = a, *y = b;
  return x->line < y->line ? -1 : x->line > y->line;
}

static size_t list_near(const struct omen_calls *calls, const struct place *p, struct near **out) {
  size_t n = 0, cap = 0;
  for (size_t i = 0; i < calls->n; i++) {
    const struct omen_call *c = &calls->v[i];
    for (size_t k = 0; k < c->nframes && !(c->roles & OMEN_CALL_NEVER); k++) {
      long line = c->frames[k].line, far = line < p->line ? p->line - line : line - p->line;
      bool known = false;
      if (!line || !in_file(&c->frames[k], p->file)) continue;
      for (size_t j = 0; j < n; j++) known |= (*out)[j].line == line;
      if (known) continue;
      OMEN_GROW(*out, n, cap);
      (*out)[n++] = (struct near){line, far, c->calls};
    }
  }
  if (n) qsort(*out, n, sizeof **out, by_distance);
  if (n > NEAR) n = NEAR;
  if (n) qsort(*out, n, sizeof **out, by_line);
  return n;
}

static void list_files(const struct omen_calls *calls, struct omen_buf *out) {
  size_t n = 0;
  for (size_t i = 0; i < calls->n && n < NEAR; i++)
    for (size_t k = 0; k < calls->v[i].nframes && n < NEAR; k++) {
      const struct omen_frame *f = &calls->v[i].frames[k];
      if (!f->file || !omen_frame_is_users(f) || calls->v[i].roles & OMEN_CALL_NEVER) continue;
      const char *slash = strrchr(f->file, '/'), *name = slash ? slash + 1 : f->file;
      char *word = omen_format(" %s,", name);
      if (!out->data || !strstr(out->data, word)) omen_buf_adds(out, word), n++;
      free(word);
    }
  if (out->len) out->data[--out->len] = 0;
}

static int nothing_there(const struct omen_calls *calls, const struct place *p, const char *never,
                         struct omen_err *err) {
  struct omen_buf list = {0};
  struct near *near = NULL;
  size_t n = list_near(calls, p, &near);
  for (size_t i = 0; i < n; i++)
    omen_buf_addf(&list, "%s line %ld (%s)", i ? "," : "", near[i].line, near[i].calls);
  free(near);
  if (!n) list_files(calls, &list);
  if (never)
    omen_fail(err, "%s cannot be left out", never);
  else if (n)
    omen_fail(err, "no synchronisation on that line; near it:%s", list.data);
  else if (list.len)
    omen_fail(err, "no synchronisation in a file of that name; there is some in%s", list.data);
  else
    omen_fail(err, "no synchronisation on that line, nor anywhere in this program that could be seen");
  omen_buf_release(&list);
  return -1;
}

/* ---- all of them ---- */

static int take(const struct omen_calls *calls, const struct place *p, bool *off, struct omen_err *err) {
  bool any = false;
  const char *never = NULL;
  for (size_t i = 0; i < calls->n; i++) {
    if (!on_line(&calls->v[i], p)) continue;
    if (calls->v[i].roles & OMEN_CALL_NEVER)
      never = calls->v[i].calls;
    else
      any = off[i] = true;
  }
  return any ? 0 : nothing_there(calls, p, never, err);
}

static void add_sites(const struct omen_calls *calls, const bool *off, struct omen_buf *out) {
  for (size_t i = 0; i < calls->n; i++) {
    const struct omen_call *c = &calls->v[i];
    if (!off[i] && !c->wraps) continue;
    struct omen_extra_site s = {c->pc, c->file, off[i] ? OMEN_SITE_OFF : OMEN_SITE_PASS};
    omen_buf_add(out, &s, sizeof s);
  }
}

int omen_without(const struct omen_program_names *names, char *const *lines, struct omen_buf *out,
                 struct omen_err *err) {
  struct omen_calls calls;
  int result = omen_calls_find(&calls, names, err);
  bool *off = omen_xcalloc(calls.n + 1, sizeof *off);
  for (; !result && *lines; lines++) {
    struct place p = {0};
    struct omen_err why = {0};
    if (split(*lines, &p, &why) || take(&calls, &p, off, &why))
      result = omen_fail(err, "--without %.200s: %s", *lines, why.msg);
    free(p.file);
  }
  if (!result) add_sites(&calls, off, out);
  free(off);
  omen_calls_release(&calls);
  return result;
}
