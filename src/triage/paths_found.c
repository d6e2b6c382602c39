/* What a search over other inputs found besides verdicts on the recording's own races: see paths.h. It is
 * kept beside the derived recordings that show it, as paths/found.json, so that `omen report` says later what
 * the search said. */
#include "report/verdict_json.h"
#include "triage/evidence.h"
#include "triage/paths_parts.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VERSION = 1 };

static char *file_in(const char *dir) { return omen_format("%s/paths/found.json", dir); }

static json_t *read_found(const char *dir) {
  char *path = file_in(dir);
  json_t *all = json_load_file(path, 0, NULL);
  free(path);
  if (all && json_integer_value(json_object_get(all, "version")) == VERSION) return all;
  json_decref(all);
  return NULL;
}

void omen_paths_forget(const char *dir) {
  char *path = file_in(dir), *folder = omen_format("%s/paths", dir);
  unlink(path);
  rmdir(folder);
  free(path);
  free(folder);
}

/* ---- written ---- */

static const char *number_of(const struct omen_derived *d) {
  const char *slash = strrchr(d->recording.dir, '/');
  return slash ? slash + 1 : d->recording.dir;
}

void omen_found_add(struct omen_paths *p, const struct omen_derived *d, const struct omen_finding *f,
                    int nth) {
  if (!p->told) p->told = json_array();
  json_t *one = json_pack("{s:s,s:i}", "in", number_of(d), "finding", nth);
  json_object_set_new(one, "what", omen_json_str(f->what));
  json_object_set_new(one, "recording", omen_json_str(f->recording));
  json_object_set_new(one, "replay", omen_json_str(f->replay));
  json_array_append_new(p->told, one);
}

static json_t *races_of(const struct omen_paths *p) {
  json_t *races = json_array();
  for (size_t i = 0; i < p->ntargets; i++) {
    const struct omen_target *t = &p->targets[i];
    if (!omen_novel_told(t)) continue;
    json_t *one = json_object(), *verdict = json_object();
    omen_verdict_to_json(verdict, &t->race->verdict);
    json_object_set_new(one, "in", json_string(number_of(t->in)));
    json_object_set_new(one, "race", omen_json_str(t->race->id));
    json_object_set_new(one, "verdict", verdict);
    json_array_append_new(races, one);
  }
  return races;
}

/* Entries of `old` that no entry of `list` takes the place of. */
static void keep_others(json_t *list, json_t *old, const char *key) {
  json_t *one, *other;
  size_t i, k;
  json_array_foreach(old, i, one) {
    bool replaced = false;
    json_array_foreach(list, k, other) {
      replaced |= json_equal(json_object_get(one, key), json_object_get(other, key));
    }
    if (!replaced) json_array_append(list, one);
  }
}

void omen_found_write(struct omen_paths *p) {
  const char *dir = p->job->single->recording->dir;
  json_t *old = p->job->only ? read_found(dir) : NULL;
  json_t *races = races_of(p), *findings = p->told ? json_incref(p->told) : json_array();
  struct omen_err err = {0};
  keep_others(races, json_object_get(old, "races"), "race");
  keep_others(findings, json_object_get(old, "findings"), "what");
  json_decref(old);
  if (json_array_size(races) || json_array_size(findings)) {
    json_t *all = json_pack("{s:i,s:O,s:O}", "version", VERSION, "races", races, "findings", findings);
    char *text = json_dumps(all, JSON_INDENT(1)), *path = file_in(dir);
    if (omen_file_save(path, text, strlen(text), &err)) omen_warn("%s", err.msg);
    free(text);
    free(path);
    json_decref(all);
  }
  json_decref(races);
  json_decref(findings);
}

/* ---- read ---- */

struct there { /* a derived recording that something is borrowed from */
  char *name;
  struct omen_recording recording;
  struct omen_report report;
};
struct omen_paths_found {
  struct there **list; /* their addresses stay */
  size_t n, cap;
};

/* The names are ours: numbers, and nothing that leads elsewhere. */
static bool is_number(const char *s) {
  size_t n = strspn(s, "0123456789");
  return n >= 3 && n < 10 && !s[n];
}

static struct there *open_there(struct omen_paths_found *f, const char *dir, const char *name) {
  for (size_t i = 0; i < f->n; i++)
    if (!strcmp(f->list[i]->name, name)) return f->list[i];
  struct there *t = omen_xcalloc(1, sizeof *t);
  struct omen_err err = {0};
  char *path = omen_format("%s/paths/%s", dir, name);
  int bad = omen_recording_open(&t->recording, path, &err);
  if (!bad && (bad = omen_report_build(&t->report, &t->recording, NULL, &err)))
    omen_recording_release(&t->recording);
  free(path);
  if (bad) {
    omen_warn("what other inputs showed cannot be told: %s", err.msg);
    free(t);
    return NULL;
  }
  t->name = omen_xstrdup(name);
  OMEN_GROW(f->list, f->n, f->cap);
  return f->list[f->n++] = t;
}

static void add_race(struct omen_report *r, struct there *t, json_t *one) {
  const char *id = json_string_value(json_object_get(one, "race"));
  for (size_t i = 0; id && i < t->report.nraces; i++) {
    if (strcmp(t->report.races[i].id, id)) continue;
    struct omen_race race = t->report.races[i];
    race.sample = NULL; /* of another recording */
    race.samples = 0;
    race.home = &t->report;
    if (!omen_evidence_give(r, &race, one)) return;
    r->races = omen_xrealloc(r->races, (r->nraces + 1) * sizeof *r->races);
    r->races[r->nraces++] = race;
    return;
  }
}

static void add_finding(struct omen_report *r, struct there *t, json_t *one) {
  json_int_t nth = json_integer_value(json_object_get(one, "finding"));
  struct omen_finding f = {.strategy = omen_strategy_name(t->recording.manifest.strategy),
                           .seed = t->recording.manifest.seed,
                           .home = &t->report};
  char what[200];
  if (nth >= 0 && (size_t)nth < t->report.nfindings)
    f = t->report.findings[nth];
  else
    f.consequence = omen_report_failure(&t->report, what, sizeof what);
  f.what = omen_json_text(r, one, "what");
  f.recording = omen_json_text(r, one, "recording");
  f.replay = omen_json_text(r, one, "replay");
  f.runs = 1;
  if (!f.consequence || !f.what || !f.recording) return;
  r->findings = omen_xrealloc(r->findings, (r->nfindings + 1) * sizeof *r->findings);
  r->findings[r->nfindings++] = f;
}

struct omen_paths_found *omen_paths_load(struct omen_report *r, const char *dir) {
  json_t *all = read_found(dir), *one;
  if (!all) return NULL;
  struct omen_paths_found *f = omen_xcalloc(1, sizeof *f);
  static const char *const lists[] = {"races", "findings"};
  for (int k = 0; k < 2; k++) {
    size_t i;
    json_array_foreach(json_object_get(all, lists[k]), i, one) {
      const char *name = json_string_value(json_object_get(one, "in"));
      struct there *t = name && is_number(name) ? open_there(f, dir, name) : NULL;
      if (t && k) add_finding(r, t, one);
      if (t && !k) add_race(r, t, one);
    }
  }
  json_decref(all);
  return f;
}

void omen_paths_found_release(struct omen_paths_found *f) {
  if (!f) return;
  for (size_t i = 0; i < f->n; i++) {
    omen_report_release(&f->list[i]->report);
    omen_recording_release(&f->list[i]->recording);
    free(f->list[i]->name);
    free(f->list[i]);
  }
  free(f->list);
  free(f);
}
