/* Predicted pairs on disk: see predicted_pairs.h. */
#include "report/predicted_pairs.h"
#include "base/table.h"
#include "trace/event.h"
#include "trace/rawfile.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { VERSION = 1, FIELDS = 6 };

static char *file_in(const char *dir) { return omen_format("%s/pairs.json", dir); }

bool omen_predicted_there(const char *dir) {
  char *path = file_in(dir);
  bool there = omen_file_exists(path);
  free(path);
  return there;
}

/* ---- written ---- */

static json_t *number(uint64_t n) { return json_integer((json_int_t)n); }

static void add_access(json_t *list, const struct omen_predicted_access *a) {
  const uint64_t fields[FIELDS] = {a->thread, a->point, a->site, a->where.addr, a->where.len, a->write};
  for (int i = 0; i < FIELDS; i++) json_array_append_new(list, number(fields[i]));
}

int omen_predicted_write(const char *dir, const struct omen_predicted_pair *pairs, size_t n,
                         struct omen_err *err) {
  json_t *list = json_array();
  for (size_t i = 0; i < n; i++) {
    json_t *one = json_array();
    for (int k = 0; k < 2; k++) add_access(one, &pairs[i].access[k]);
    json_array_append_new(list, one);
  }
  json_t *all = json_pack("{s:i,s:o}", "version", VERSION, "pairs", list);
  char *text = json_dumps(all, JSON_COMPACT), *path = file_in(dir);
  int result = omen_file_save(path, text, strlen(text), err);
  free(text);
  free(path);
  json_decref(all);
  return result;
}

struct omen_predicted_pair *omen_predicted_of(const struct omen_race *races, size_t n, size_t *count) {
  struct omen_predicted_pair *out = NULL;
  size_t cap = 0;
  *count = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < races[i].samples; k++) {
      const struct omen_instance *one = &races[i].sample[k];
      OMEN_GROW(out, *count, cap);
      for (int side = 0; side < 2; side++)
        out[*count].access[side] = (struct omen_predicted_access){.thread = one->access[side].thread,
                                                                  .site = one->access[side].site,
                                                                  .point = one->access[side].point,
                                                                  .where = one->where,
                                                                  .write = one->access[side].writes};
      ++*count;
    }
  return out;
}

/* ---- read ---- */

struct found { /* an access of a pair, and its record */
  struct omen_predicted_access name;
  struct omen_rawev record;
  bool there;
  size_t next; /* + 1: another of the same hash */
};
struct list {
  struct found *of; /* two a pair */
  size_t n, cap;
  struct omen_table by_name; /* to index + 1 */
};

static uint64_t hash_of(uint32_t thread, uint64_t point, uint32_t site, bool write) {
  uint64_t key[3] = {thread, point, (uint64_t)site << 1 | write};
  return XXH3_64bits(key, sizeof key);
}

static void want(struct list *l, const uint64_t f[FIELDS]) {
  OMEN_GROW(l->of, l->n, l->cap);
  struct found *one = &l->of[l->n++];
  *one = (struct found){.name = {.thread = (uint32_t)f[0],
                                 .point = f[1],
                                 .site = (uint32_t)f[2],
                                 .where = {f[3], f[4]},
                                 .write = f[5]}};
  uint64_t *slot =
      omen_table_at(&l->by_name, hash_of(one->name.thread, one->name.point, one->name.site, one->name.write));
  one->next = *slot;
  *slot = l->n;
}

static int read_list(struct list *l, const char *dir, struct omen_err *err) {
  char *path = file_in(dir);
  json_t *all = json_load_file(path, 0, NULL), *one;
  size_t i;
  bool good = json_integer_value(json_object_get(all, "version")) == VERSION;
  json_array_foreach(json_object_get(all, "pairs"), i, one) {
    uint64_t f[2 * FIELDS];
    good &= json_array_size(one) == 2 * FIELDS;
    for (size_t k = 0; good && k < 2 * FIELDS; k++)
      f[k] = (uint64_t)json_integer_value(json_array_get(one, k));
    if (!good) break;
    want(l, f);
    want(l, f + FIELDS);
  }
  json_decref(all);
  int result = good ? 0 : omen_fail(err, "%s: damaged", path);
  free(path);
  return result;
}

static void look(struct list *l, const struct omen_rawev *e) {
  if (!omen_kind_is_access(e->kind)) return;
  bool write = e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE;
  size_t at = omen_table_get(&l->by_name, hash_of(e->thread, e->point, e->site, write));
  for (; at; at = l->of[at - 1].next) {
    struct found *f = &l->of[at - 1];
    const struct omen_watch *w = &f->name.where;
    if (f->there || f->name.thread != e->thread || f->name.point != e->point || f->name.site != e->site ||
        e->obj >= w->addr + w->len || w->addr >= e->obj + e->size)
      continue;
    f->there = true;
    f->record = *e;
  }
}

static int read_records(struct list *l, const char *dir, struct omen_err *err) {
  char *path = omen_format("%s/events.raw", dir);
  struct omen_rawfile *f = omen_rawfile_open(path, err);
  const struct omen_rawev *e;
  uint64_t first;
  long n = f ? 0 : -1;
  while (f && (n = omen_rawfile_next(f, &e, &first, err)) > 0)
    for (long i = 0; i < n; i++) look(l, &e[i]);
  omen_rawfile_close(f);
  free(path);
  return n < 0 ? -1 : 0;
}

int omen_predicted_collect(struct omen_cluster *c, const struct omen_recording *r, struct omen_err *err) {
  struct list l = {0};
  int result = read_list(&l, r->dir, err);
  if (!result) result = read_records(&l, r->dir, err);
  for (size_t i = 0; !result && i + 1 < l.n; i += 2) {
    const struct found *a = &l.of[i], *b = &l.of[i + 1];
    if (!a->there || !b->there) continue;
    omen_cluster_add(c, &a->record, &b->record, true, 1);
    omen_cluster_sample(c, &a->record, &b->record, NULL, true);
  }
  free(l.of);
  omen_table_release(&l.by_name);
  return result;
}
