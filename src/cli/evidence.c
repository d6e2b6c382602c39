/* Evidence on disk: see evidence.h. */
#include "cli/evidence.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *access_json(const struct omen_plan_access *a) {
  return json_pack("{s:I,s:I,s:I}", "thread", (json_int_t)a->thread, "site", (json_int_t)a->site, "point",
                   (json_int_t)a->point);
}

void omen_evidence_add(struct omen_evidence *e, const char *id, const struct omen_suspect *s,
                       const struct omen_judgement *j) {
  if (!e->list) e->list = json_array();
  json_array_append_new(e->list,
                        json_pack("{s:s,s:I,s:I,s:o,s:o,s:I,s:I}", "race", id, "addr",
                                  (json_int_t)s->where.addr, "len", (json_int_t)s->where.len, "first",
                                  access_json(&s->first), "second", access_json(&s->second), "strategy",
                                  (json_int_t)j->alternate.strategy, "seed", (json_int_t)j->alternate.seed));
}

static bool lists(const json_t *list, const char *race) {
  json_t *one;
  size_t i;
  json_array_foreach((json_t *)list, i, one) {
    const char *id = json_string_value(json_object_get(one, "race"));
    if (id && !strcmp(id, race)) return true;
  }
  return false;
}

/* Races may be judged one at a time: what is known of the others stays. */
static void keep_others(json_t *list, const char *dir) {
  char *path = omen_format("%s/evidence.json", dir);
  json_t *all = json_load_file(path, 0, NULL), *one;
  size_t i;
  json_array_foreach(json_object_get(all, "evidence"), i, one) {
    const char *id = json_string_value(json_object_get(one, "race"));
    if (id && !lists(list, id)) json_array_append(list, one);
  }
  json_decref(all);
  free(path);
}

int omen_evidence_write(struct omen_evidence *e, const char *dir, struct omen_err *err) {
  if (!e->list) e->list = json_array();
  keep_others(e->list, dir);
  json_t *all = json_pack("{s:i,s:o}", "version", 1, "evidence", e->list);
  e->list = NULL;
  char *text = json_dumps(all, JSON_INDENT(1)), *path = omen_format("%s/evidence.json", dir);
  int result = omen_file_write(path, text, strlen(text), err);
  free(text);
  free(path);
  json_decref(all);
  return result;
}

static bool take_access(json_t *j, struct omen_plan_access *a) {
  json_int_t thread, site, point;
  if (json_unpack(j, "{s:I,s:I,s:I}", "thread", &thread, "site", &site, "point", &point)) return false;
  *a = (struct omen_plan_access){(uint32_t)thread, (uint32_t)site, (uint64_t)point};
  return true;
}

int omen_evidence_find(const char *dir, const char *id, bool alternate, struct omen_plan *plan,
                       struct omen_err *err) {
  char *path = omen_format("%s/evidence.json", dir);
  json_error_t why;
  json_t *all = json_load_file(path, 0, &why), *one;
  int result = -1;
  size_t i;
  if (!all)
    omen_fail(err, "%s: %s: 'omen classify' makes it", path, why.text);
  else
    omen_fail(err, "%s has no evidence for race %s", path, id);
  json_array_foreach(json_object_get(all, "evidence"), i, one) {
    const char *race = json_string_value(json_object_get(one, "race"));
    json_int_t addr, len, strategy, seed;
    if (!race || strcmp(race, id)) continue;
    *plan = (struct omen_plan){.kind = alternate ? OMEN_PLAN_ALTERNATE : OMEN_PLAN_PRIMARY};
    if (json_unpack(one, "{s:I,s:I,s:I,s:I}", "addr", &addr, "len", &len, "strategy", &strategy, "seed",
                    &seed) ||
        !take_access(json_object_get(one, "first"), &plan->first) ||
        !take_access(json_object_get(one, "second"), &plan->second)) {
      omen_fail(err, "%s is damaged", path);
      break;
    }
    plan->where = (struct omen_watch){(uint64_t)addr, (uint64_t)len};
    plan->strategy = (uint32_t)strategy;
    plan->seed = (uint64_t)seed;
    result = 0;
    break;
  }
  json_decref(all);
  free(path);
  return result;
}
