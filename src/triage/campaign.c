/* The folder of a campaign: see campaign.h. */
#include "triage/campaign.h"
#include "record/launch.h"
#include "record/saved_checkpoints.h"
#include "triage/evidence.h"
#include "triage/predicted.h"
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { VERSION = 1 };

static char *inside(const char *dir, const char *name) { return omen_format("%s/%s", dir, name); }

bool omen_campaign_is(const char *dir) {
  char *path = inside(dir, "campaign.json");
  bool is = omen_file_exists(path);
  free(path);
  return is;
}

void omen_campaign_release(struct omen_campaign *c) {
  omen_folder_let_go(&c->hold);
  omen_pool_release(&c->words);
  for (size_t i = 0; i < c->nruns; i++) {
    struct omen_campaign_run *r = &c->runs[i];
    if (!r->lost) {
      omen_report_release(&r->report);
      omen_predicted_races_release(r->predicted);
      omen_recording_release(&r->recording);
    }
    free(r->lost);
    free(r->shown);
    free(r->merged);
  }
  for (size_t i = 0; i < c->nraces; i++) free(c->races[i].seen);
  free(c->runs);
  free(c->races);
  omen_table_release(&c->by_place);
  free(c->dir);
  free(c->hash);
  omen_strings_free(c->run.program);
  omen_strings_free(c->run.invariants);
  omen_strings_free(c->run.without);
  *c = (struct omen_campaign){0};
}

/* ---- campaign.json ---- */

/* Arguments are bytes and JSON is UTF-8: those that are not are written in hex, as in a manifest. */
static json_t *bytes_json(const char *s) {
  json_t *j = json_string(s);
  if (j) return j;
  struct omen_buf hex = {0};
  for (; *s; s++) omen_buf_addf(&hex, "%02x", (unsigned char)*s);
  j = json_pack("{s:s}", "hex", hex.data ? hex.data : "");
  omen_buf_release(&hex);
  return j;
}

static json_t *run_json(const struct omen_campaign_run *r) {
  json_t *j = json_pack("{s:s,s:s,s:I,s:f}", "name", r->name, "strategy", omen_strategy_name(r->strategy),
                        "seed", (json_int_t)r->seed, "limit", r->limit.seconds);
  if (r->limit.cpu_seconds > 0) json_object_set_new(j, "cpu_limit", json_real(r->limit.cpu_seconds));
  if (r->cut) json_object_set_new(j, "cut", json_true());
  if (r->lost) json_object_set_new(j, "lost", json_string(r->lost));
  if (r->dropped)
    json_object_set_new(j, "dropped", json_pack("{s:f,s:i}", "seconds", r->seconds, "status", r->status));
  return j;
}

static void add_asked(json_t *to, const char *option, char **list) {
  for (; list && *list; list++) {
    json_array_append_new(to, json_string(option));
    json_array_append_new(to, bytes_json(*list));
  }
}

/* What is asked of every run beyond running it, as the words of a command line that asks for the same. */
static json_t *asked_json(const struct omen_record_request *run) {
  json_t *asked = json_array();
  char *client[] = {(char *)run->client.command, NULL}; /* of none the list is empty */
  add_asked(asked, "--client", client);
  if (run->client.command) json_array_append_new(asked, json_integer(run->client.stop_signal));
  add_asked(asked, "--invariant", run->invariants);
  add_asked(asked, "--without", run->without);
  if (run->segments <= 0)
    json_array_append_new(asked, json_string("--no-segments"));
  else if (run->segments != OMEN_CHECKPOINTS_EVERY) {
    char *every = omen_format("%gs", run->segments);
    add_asked(asked, "--segments", (char *[]){every, NULL});
    free(every);
  }
  return asked;
}

static json_t *key_json(const struct omen_campaign *c) {
  json_t *argv = json_array(), *asked = asked_json(&c->run);
  for (char **a = c->run.program; *a; a++) json_array_append_new(argv, bytes_json(*a));
  json_t *key = json_pack("{s:s,s:o,s:s,s:I,s:s}", "omen", OMEN_VERSION, "program", argv, "hash", c->hash,
                          "seed", (json_int_t)c->run.seed, "strategy", omen_strategy_name(c->run.strategy));
  if (json_array_size(asked)) json_object_set(key, "asked", asked);
  json_decref(asked);
  return key;
}

int omen_campaign_save(const struct omen_campaign *c, struct omen_err *err) {
  json_t *runs = json_array();
  for (size_t i = 0; i < c->nruns; i++) json_array_append_new(runs, run_json(&c->runs[i]));
  json_t *all = json_pack("{s:i,s:o,s:o}", "version", VERSION, "of", key_json(c), "runs", runs);
  char *text = json_dumps(all, JSON_INDENT(1)), *path = inside(c->dir, "campaign.json");
  int result = omen_file_save(path, text, strlen(text), err);
  free(text);
  free(path);
  json_decref(all);
  return result;
}

static json_t *read_json(const char *dir, struct omen_err *err) {
  char *path = inside(dir, "campaign.json");
  json_error_t why;
  json_t *all = json_load_file(path, 0, &why);
  if (!all)
    omen_fail(err, "%s: %s", path, why.text);
  else if (json_integer_value(json_object_get(all, "version")) != VERSION) {
    omen_fail(err, "%s: not of this version of Omen: -o DIR chooses another folder for a new one", path);
    json_decref(all);
    all = NULL;
  }
  free(path);
  return all;
}

/* A run's folder must be one: nothing outside the campaign is named by its file. */
static bool take_run(const json_t *j, struct omen_campaign_run *r) {
  const char *name, *strategy, *lost = NULL;
  json_int_t seed;
  int cut = 0;
  *r = (struct omen_campaign_run){0};
  const json_t *dropped = json_object_get(j, "dropped");
  if (json_unpack((json_t *)j, "{s:s,s:s,s:I,s:F,s?F,s?b,s?s,s?{s:F,s:i}}", "name", &name, "strategy",
                  &strategy, "seed", &seed, "limit", &r->limit.seconds, "cpu_limit", &r->limit.cpu_seconds,
                  "cut", &cut, "lost", &lost, "dropped", "seconds", &r->seconds, "status", &r->status) ||
      (dropped && !lost) || omen_strategy_parse(strategy, &r->strategy) || strncmp(name, "run-", 4) ||
      strchr(name, '/') || strlen(name) >= sizeof r->name)
    return false;
  strcpy(r->name, name);
  r->seed = (uint64_t)seed;
  r->cut = cut;
  r->dropped = dropped;
  r->lost = lost ? omen_xstrdup(lost) : NULL;
  return true;
}

/* The runs that are whole. A damaged recording ends the list: those after it were made later, and the plan
 * of a run depends on its number alone, so they are simply made again. */
static int take_runs(struct omen_campaign *c, const json_t *list, bool strict, struct omen_err *err) {
  json_t *j;
  size_t i;
  json_array_foreach((json_t *)list, i, j) {
    struct omen_campaign_run r;
    if (!take_run(j, &r))
      return omen_fail(err, "%s/campaign.json is damaged: remove the folder, or choose another by -o DIR",
                       c->shown);
    r.shown = omen_format("%s/%s", c->shown, r.name);
    char *dir = inside(c->dir, r.name);
    int result = 0;
    double start = omen_now();
    if (!r.lost) {
      result = omen_recording_open(&r.recording, dir, err);
      if (!result && (result = omen_report_build(&r.report, &r.recording, NULL, err)))
        omen_recording_release(&r.recording);
    }
    free(dir);
    if (!result && !r.lost) omen_evidence_load(&r.report, r.recording.dir);
    if (!result && !r.lost) r.predicted = omen_predicted_races_load(&r.report, r.recording.dir);
    r.finding = omen_now() - start;
    bool half = !result && r.cut && omen_campaign_stopped(&r);
    if (half && !strict) { /* now there may be time for all of it */
      omen_report_release(&r.report);
      omen_predicted_races_release(r.predicted);
      omen_recording_release(&r.recording);
    }
    if (result || (half && !strict)) {
      free(r.shown);
      return strict ? -1 : 0;
    }
    OMEN_GROW(c->runs, c->nruns, c->cruns);
    c->runs[c->nruns++] = r;
    if (omen_campaign_add(c, c->nruns - 1, err)) return -1;
  }
  return 0;
}

/* ---- opening ---- */

static char *hash_of(const char *name) {
  struct omen_buf b = {0};
  int why;
  char *program = omen_find_program(name, &why), *text = NULL;
  if (program && !omen_file_read(program, &b, NULL))
    text = omen_format("%016llx", (unsigned long long)XXH3_64bits(b.data, b.len));
  omen_buf_release(&b);
  free(program);
  return text ? text : omen_xstrdup("");
}

/* What campaigns put into the folder, and no more: somebody may keep notes there. */
static int remove_runs(const char *dir, struct omen_err *err) {
  DIR *d = opendir(dir);
  if (!d) return omen_fail(err, "%s: %s", dir, strerror(errno));
  int result = 0;
  for (struct dirent *e; !result && (e = readdir(d));) {
    const char *name = e->d_name;
    bool run = !strncmp(name, "run-", 4) && strspn(name + 4, "0123456789") == strlen(name + 4);
    if (!run && strcmp(name, "campaign.json") && strcmp(name, "report.json")) continue;
    char *path = inside(dir, name);
    if (omen_rmtree(path)) result = omen_fail(err, "%s: %s", path, strerror(errno));
    free(path);
  }
  closedir(d);
  return result;
}

void omen_campaign_remove(const struct omen_campaign *c) {
  remove_runs(c->dir, NULL);
  rmdir(c->dir);
}

/* An earlier recording, or a campaign of something else, gives way; nothing else does. */
static int make_way(const char *dir, struct omen_err *err) {
  if (omen_campaign_is(dir)) return remove_runs(dir, err);
  struct omen_recording r = {0};
  if (access(dir, F_OK)) return 0;
  if (omen_recording_create(&r, dir, NULL, err)) return -1; /* says what it is that stands there */
  omen_recording_release(&r);
  return 0;
}

static int hold(struct omen_campaign *c, const char *dir, struct omen_err *err) {
  if (!c->hold) c->hold = omen_folder_lock(dir);
  return c->hold < 0
             ? omen_fail(err, "%s: another omen command is at work there: -o DIR chooses another place", dir)
             : 0;
}

static int make_folder(struct omen_campaign *c, const char *dir, struct omen_err *err) {
  if (!omen_campaign_is(dir)) omen_folder_let_go(&c->hold); /* a recording's is taken as such */
  if (make_way(dir, err)) return -1;
  if (mkdir(dir, 0777) && errno != EEXIST) return omen_fail(err, "%s: %s", dir, strerror(errno));
  c->dir = realpath(dir, NULL);
  if (!c->dir) return omen_fail(err, "%s: %s", dir, strerror(errno));
  return hold(c, dir, err) ? -1 : omen_campaign_save(c, err);
}

/* The one in the folder, if it is of the same thing. */
static bool same(struct omen_campaign *c, const char *dir, json_t **all) {
  *all = omen_campaign_is(dir) ? read_json(dir, NULL) : NULL;
  json_t *key = key_json(c);
  bool is = *all && json_equal(key, json_object_get(*all, "of"));
  json_decref(key);
  return is;
}

static int go_on_or_begin(struct omen_campaign *c, const char *dir, struct omen_err *err) {
  json_t *all;
  int result;
  if (same(c, dir, &all) && (c->dir = realpath(dir, NULL)))
    result = take_runs(c, json_object_get(all, "runs"), false, err);
  else
    result = make_folder(c, dir, err);
  json_decref(all);
  return result;
}

static char **copy(char **list) { return list ? omen_strings_copy(list) : NULL; }

int omen_campaign_open(struct omen_campaign *c, const char *dir, const struct omen_campaign_request *q,
                       bool *resumed, struct omen_err *err) {
  *c = (struct omen_campaign){.shown = dir,
                              .run = q->run,
                              .hash = hash_of(q->run.program[0]),
                              .schedules = q->schedules,
                              .instances = q->instances,
                              .pre_race = q->pre_race,
                              .outside = q->outside,
                              .jobs = q->jobs};
  c->run.program = copy(q->run.program);
  c->run.invariants = copy(q->run.invariants);
  c->run.without = copy(q->run.without);
  int result = hold(c, dir, err);
  if (!result) result = go_on_or_begin(c, dir, err);
  *resumed = c->nruns > 0;
  if (result) omen_campaign_release(c);
  return result;
}

/* A command of `omen test` was killed before its recordings were named as runs. */
static int name_runs(struct omen_campaign *c, json_t *all, struct omen_err *err) {
  if (hold(c, c->dir, err)) return -1;
  omen_campaign_adopt(c);
  json_t *runs = json_object_get(all, "runs");
  for (size_t i = 0; i < c->nruns; i++) json_array_append_new(runs, run_json(&c->runs[i]));
  c->nruns = 0; /* only named, not opened */
  char *path = inside(c->dir, "campaign.json"), *text = json_dumps(all, JSON_INDENT(2));
  int result = json_array_size(runs) ? omen_file_save(path, text, strlen(text), err) : 0;
  free(text);
  free(path);
  return result;
}

int omen_campaign_load(struct omen_campaign *c, const char *dir, struct omen_err *err) {
  json_t *all = read_json(dir, err);
  if (!all) return -1;
  *c = (struct omen_campaign){.shown = dir,
                              .run.program = omen_xcalloc(1, sizeof *c->run.program),
                              .hash = omen_xstrdup(""),
                              .dir = realpath(dir, NULL)};
  json_t *runs = json_object_get(all, "runs");
  int result = c->dir ? 0 : omen_fail(err, "%s: %s", dir, strerror(errno));
  if (!result && !json_array_size(runs)) result = name_runs(c, all, err);
  if (!result) result = take_runs(c, runs, true, err);
  if (!result && !c->nruns)
    result =
        omen_fail(err, "%s: a campaign without runs: 'omen triage --runs N -o DIR -- PROG' makes some", dir);
  json_decref(all);
  if (result) omen_campaign_release(c);
  return result;
}
