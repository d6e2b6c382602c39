/* Candidates from JSON. */
#include "field/field_candidates.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static char *text(const json_t *j, const char *name) {
  const char *s = json_string_value(json_object_get(j, name));
  return s ? omen_xstrdup(s) : NULL;
}

/* Without "." and "..", as the table of accesses has it (plugin/watch_table.cpp); in place. */
static char *without_dots(char *path) {
  size_t n = 0, parts = 0; /* of what is kept; those that ".." takes back */
  for (const char *from = path; from && *from;) {
    size_t length = strcspn(from, "/"), whole = length + (from[length] == '/');
    bool up = length == 2 && !memcmp(from, "..", 2);
    if (up && parts) {
      for (n--; n && path[n - 1] != '/';) n--;
      parts--;
    } else if (length != 1 || *from != '.') {
      if (length && !up) parts++;
      memmove(path + n, from, whole);
      n += whole;
    }
    from += whole;
  }
  if (path) path[n] = 0;
  return path;
}

static bool take_place(const json_t *access, struct omen_field_place *p) {
  const char *op = json_string_value(json_object_get(access, "op"));
  p->file = without_dots(text(access, "file"));
  p->path = without_dots(text(access, "path"));
  p->line = (uint32_t)json_integer_value(json_object_get(access, "line"));
  p->column = (uint32_t)json_integer_value(json_object_get(access, "column"));
  bool atomic = op && !strcmp(op, "atomic");
  p->writes = (op && !strcmp(op, "write")) || atomic;
  p->reads = (op && !strcmp(op, "read")) || atomic;
  return p->file && p->line && (p->writes || p->reads);
}

static void release(struct omen_field_candidate *c) {
  for (int i = 0; i < 2; i++) {
    free(c->place[i].file);
    free(c->place[i].path);
  }
  free(c->location);
}

static bool known(const struct omen_field_candidates *all, const char *id) {
  for (size_t i = 0; i < all->n; i++)
    if (!strcmp(all->v[i].id, id)) return true;
  return false;
}

static void take(struct omen_field_candidates *to, const json_t *j) {
  const char *id = json_string_value(json_object_get(j, "id"));
  const json_t *accesses = json_object_get(j, "accesses");
  if (!id || strlen(id) >= OMEN_CANDIDATE_ID || known(to, id)) return;
  struct omen_field_candidate c = {0};
  memcpy(c.id, id, strlen(id));
  c.location = text(json_object_get(j, "location"), "name");
  bool whole = take_place(json_array_get(accesses, 0), &c.place[0]);
  if (!take_place(json_array_get(accesses, 1), &c.place[1]) || !whole) {
    release(&c);
    return;
  }
  OMEN_GROW(to->v, to->n, to->cap);
  to->v[to->n++] = c;
}

int omen_field_candidates_read(struct omen_field_candidates *to, const char *path, struct omen_err *err) {
  json_error_t why;
  json_t *j = json_load_file(path, 0, &why), *item;
  if (!j) return omen_fail(err, "%s:%d: %s", path, why.line, why.text);
  size_t i;
  bool any = json_object_get(j, "candidates") || json_object_get(j, "races");
  json_array_foreach(json_object_get(j, "candidates"), i, item) take(to, item);
  json_array_foreach(json_object_get(j, "races"), i, item) take(to, item);
  json_decref(j);
  return any ? 0
             : omen_fail(err,
                         "%s: no \"candidates\" (omen scan --json) and no \"races\" (omen triage --json)",
                         path);
}

void omen_field_candidates_release(struct omen_field_candidates *c) {
  for (size_t i = 0; i < c->n; i++) release(&c->v[i]);
  free(c->v);
  *c = (struct omen_field_candidates){0};
}
