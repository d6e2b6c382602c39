/* Baselines: see baseline.h. */
#include "report/baseline.h"
#include "report/gate.h"
#include "report/incident_words.h"
#include "report/verdict_json.h"
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };

/* How bad a verdict is. Both harmless classes are the same: which of them it is may depend on the schedule.
 * No verdict (omen run) is no better and no worse than harmless. */
static int badness(enum omen_class class) {
  const struct omen_class_info *i = omen_class_info(class);
  return i->harmful ? i->severity : 0;
}

static int by_id(const void *a, const void *b) {
  return strcmp(((const struct omen_baseline_entry *)a)->id, ((const struct omen_baseline_entry *)b)->id);
}

static struct omen_baseline_entry *find(const struct omen_baseline_list *l, const char *id) {
  struct omen_baseline_entry key;
  snprintf(key.id, sizeof key.id, "%s", id);
  return l->n ? bsearch(&key, l->v, l->n, sizeof *l->v, by_id) : NULL;
}

static void sort(struct omen_baseline_list *l) {
  if (l->n) qsort(l->v, l->n, sizeof *l->v, by_id);
}

static void add(struct omen_baseline_list *l, const char *id, enum omen_class class,
                enum omen_consequence consequence, const char *location) {
  OMEN_GROW(l->v, l->n, l->cap);
  struct omen_baseline_entry *e = &l->v[l->n++];
  *e = (struct omen_baseline_entry){
      .class = class, .consequence = consequence, .location = location ? omen_xstrdup(location) : NULL};
  snprintf(e->id, sizeof e->id, "%s", id);
}

static void free_list(struct omen_baseline_list *l) {
  for (size_t i = 0; i < l->n; i++) {
    free(l->v[i].location);
    omen_code_release(&l->v[i].code);
  }
  free(l->v);
  *l = (struct omen_baseline_list){0};
}

void omen_baseline_release(struct omen_baseline *b) {
  free_list(&b->races);
  free_list(&b->failures);
  free_list(&b->incidents);
}

/* ---- reading ---- */

/* What is not there, or is something else, is not known: then a rename is a new race. */
static void read_code(struct omen_race_code *c, json_t *accesses) {
  for (size_t side = 0; side < 2; side++)
    for (size_t i = 0; i < OMEN_CODE_WORDS; i++) {
      const char *word = json_string_value(json_array_get(json_array_get(accesses, side), i));
      c->word[side][i] = word ? omen_xstrdup(word) : NULL;
    }
}

static int read_list(struct omen_baseline_list *l, json_t *list, const char *path, struct omen_err *err) {
  size_t i;
  json_t *o;
  if (list && !json_is_array(list))
    return omen_fail(err, "%s: not a baseline: --update-baseline makes one where there is no file yet", path);
  json_array_foreach(list, i, o) {
    const char *id = json_string_value(json_object_get(o, "id"));
    if (!id || !*id || strlen(id) >= sizeof l->v->id)
      return omen_fail(err, "%s: not a baseline: entry %zu has no id", path, i + 1);
    add(l, id, omen_class_find(json_string_value(json_object_get(o, "class"))),
        omen_consequence_find(json_string_value(json_object_get(o, "consequence"))),
        json_string_value(json_object_get(o, "location")));
    read_code(&l->v[l->n - 1].code, json_object_get(o, "accesses"));
  }
  sort(l);
  return 0;
}

int omen_baseline_read(struct omen_baseline *b, const char *path, struct omen_err *err) {
  *b = (struct omen_baseline){.there = omen_file_exists(path)};
  struct omen_buf text = {0};
  if (!b->there) return 0;
  if (omen_file_read(path, &text, err)) return -1;
  json_error_t why;
  json_t *o = json_loadb(text.data ? text.data : "", text.len, 0, &why);
  omen_buf_release(&text);
  int result = 0;
  if (!o)
    result = omen_fail(err, "%s: not a baseline: line %d: %s", path, why.line, why.text);
  else if (json_integer_value(json_object_get(o, "version")) != VERSION)
    result = omen_fail(err, "%s: not a baseline of version %d", path, VERSION);
  else if (read_list(&b->races, json_object_get(o, "races"), path, err) ||
           read_list(&b->failures, json_object_get(o, "failures"), path, err) ||
           read_list(&b->incidents, json_object_get(o, "incidents"), path, err))
    result = -1;
  b->older = !json_object_get(o, "incidents");
  json_decref(o);
  if (result) omen_baseline_release(b);
  return result;
}

/* ---- comparing ---- */

/* The worst under any memory model. A race that got no verdict this time (no budget left, or Omen could not
 * judge it) is taken as it was. */
static enum omen_class class_of(const struct omen_race *race) {
  const struct omen_race_model *worse = omen_race_worse(race);
  if (worse) return worse->class;
  return race->verdict.not_judged ? OMEN_CLASS_NONE : race->verdict.class;
}

static enum omen_consequence consequence_of(const struct omen_race *race) {
  const struct omen_race_model *worse = omen_race_worse(race);
  return worse ? worse->consequence : race->verdict.consequence;
}

static struct omen_mark compare(const struct omen_baseline_entry *e, enum omen_class class,
                                enum omen_consequence consequence) {
  if (!e) return (struct omen_mark){.baseline = OMEN_BASELINE_NEW};
  bool unchanged = !class || (e->class == class && e->consequence == consequence);
  return (struct omen_mark){.baseline = unchanged ? OMEN_BASELINE_UNCHANGED : OMEN_BASELINE_UPDATED,
                            .known = unchanged || badness(class) <= badness(e->class)};
}

/* In a file of the time before incidents: by the races that cause it. */
static bool races_known(const struct omen_report *r, const struct omen_report_incident *i) {
  size_t known = 0;
  for (size_t k = 0; k < i->npairs; k++)
    for (size_t n = 0; i->pairs[k].race && n < r->nraces; n++)
      known += !strcmp(r->races[n].id, i->pairs[k].race) && r->races[n].mark.known &&
               r->races[n].verdict.consequence == i->consequence;
  return known && known == i->npairs;
}

/* A function has another name: then the incident has, too. */
static bool any_renamed(const struct omen_report *r, const struct omen_report_incident *i) {
  for (size_t k = 0; k < i->npairs; k++)
    for (size_t n = 0; i->pairs[k].race && n < r->nraces; n++)
      if (!strcmp(r->races[n].id, i->pairs[k].race) && r->races[n].mark.renamed[0]) return true;
  return false;
}

/* Names were made of callers, too, once. */
static struct omen_baseline_entry *find_incident(const struct omen_baseline_list *l,
                                                 const struct omen_report_incident *i) {
  char key[24];
  omen_incident_key(i, key);
  struct omen_baseline_entry *e = find(l, key);
  if (e) return e;
  omen_incident_former_key(i, key);
  return find(l, key);
}

static struct omen_baseline_entry *find_failure(const struct omen_baseline_list *l,
                                                const struct omen_finding *f) {
  char id[24];
  omen_finding_id(f, id);
  struct omen_baseline_entry *e = find(l, id);
  if (e) return e;
  omen_finding_former_id(f, id);
  return find(l, id);
}

static void mark_incident(const struct omen_baseline *b, const struct omen_report *r,
                          struct omen_report_incident *i) {
  const char *suppressed = i->mark.suppressed;
  const struct omen_baseline_entry *e = find_incident(&b->incidents, i);
  i->mark = compare(e, OMEN_CLASS_NONE, OMEN_CONSEQUENCE_NONE);
  if (!e && (b->older || any_renamed(r, i)) && races_known(r, i))
    i->mark = (struct omen_mark){.baseline = OMEN_BASELINE_UNCHANGED, .known = true};
  i->mark.suppressed = suppressed;
}

/* ---- which race is which entry ---- */

static void untake(const struct omen_baseline_list *l) {
  for (size_t i = 0; i < l->n; i++) l->v[i].taken = false;
}

/* By its id, or by the ids of its members: the worst verdict, since the race has that of its worst member. */
static struct omen_baseline_entry *find_race(const struct omen_baseline_list *l,
                                             const struct omen_race *race) {
  struct omen_baseline_entry *worst = find(l, race->id);
  if (worst) return worst->taken = true, worst;
  for (size_t i = 0; i < race->members; i++) {
    struct omen_baseline_entry *e = find(l, race->member[i].id);
    if (!e) continue;
    e->taken = true;
    if (!worst || badness(e->class) > badness(worst->class)) worst = e;
  }
  return worst;
}

static const char *location_of(const struct omen_race *race) {
  return race->location.shape ? race->location.shape : race->location.name;
}

/* Of what is left of the file, the entry that this race was before a rename. */
static struct omen_baseline_entry *find_renamed(const struct omen_baseline_list *l,
                                                const struct omen_race *race, struct omen_lines *lines,
                                                char *what, size_t size) {
  struct omen_baseline_entry *found = NULL;
  struct omen_race_code now = {0};
  for (size_t i = 0; i < l->n && !found; i++) {
    struct omen_baseline_entry *e = &l->v[i];
    if (e->taken || !e->code.word[0][OMEN_CODE_TEXT] ||
        strcmp(e->location ? e->location : "", location_of(race)))
      continue;
    if (!now.word[0][OMEN_CODE_OP]) now = omen_code_of(lines, race);
    if (omen_code_renamed(&e->code, &now, race, what, size)) found = e;
  }
  omen_code_release(&now);
  if (found) found->taken = true;
  return found;
}

/* For each race of the report its entry, NULL: it is new. The caller frees the list. */
static struct omen_baseline_entry **match(const struct omen_baseline_list *l, struct omen_report *r) {
  struct omen_baseline_entry **of = omen_xcalloc(r->nraces + 1, sizeof *of);
  struct omen_lines lines = {0};
  untake(l);
  for (size_t i = 0; i < r->nraces; i++) {
    struct omen_mark *m = &r->races[i].mark;
    of[i] = find_race(l, &r->races[i]);
    m->known_as[0] = m->renamed[0] = 0;
  }
  for (size_t i = 0; i < r->nraces; i++) {
    struct omen_mark *m = &r->races[i].mark;
    if (!of[i]) of[i] = find_renamed(l, &r->races[i], &lines, m->renamed, sizeof m->renamed);
    if (of[i] && strcmp(of[i]->id, r->races[i].id))
      snprintf(m->known_as, sizeof m->known_as, "%s", of[i]->id);
  }
  omen_lines_release(&lines);
  return of;
}

void omen_baseline_mark(const struct omen_baseline *b, struct omen_report *r) {
  struct omen_baseline_entry **of = match(&b->races, r);
  for (size_t i = 0; i < r->nraces; i++) {
    struct omen_race *race = &r->races[i];
    struct omen_mark was = race->mark;
    race->mark = compare(of[i], class_of(race), consequence_of(race));
    race->mark.suppressed = was.suppressed;
    memcpy(race->mark.known_as, was.known_as, sizeof was.known_as);
    memcpy(race->mark.renamed, was.renamed, sizeof was.renamed);
  }
  free(of);
  for (size_t i = 0; i < r->nfindings; i++) {
    struct omen_finding *f = &r->findings[i];
    const char *suppressed = f->mark.suppressed;
    f->mark = compare(find_failure(&b->failures, f), OMEN_CLASS_NONE, OMEN_CONSEQUENCE_NONE);
    f->mark.suppressed = suppressed;
  }
  for (size_t i = 0; i < r->nincidents; i++) mark_incident(b, r, &r->incidents[i]);
}

/* ---- the ratchet ---- */

static void keep_race(struct omen_baseline_list *now, const struct omen_baseline_entry *e,
                      const struct omen_race *race, struct omen_lines *lines, bool grow,
                      struct omen_baseline_change *change) {
  enum omen_class class = class_of(race);
  if (race->mark.suppressed || (!e && !grow)) return;
  bool worse = e && !race->mark.known, better = e && badness(class) < badness(e->class) && class;
  if (!e || (worse && grow)) change->added++;
  if (e && !(worse && grow)) better ? change->lowered++ : change->kept++;
  bool old_one = e && (!class || (worse && !grow)); /* what is worse is not known, and stays to be told */
  add(now, race->id, old_one ? e->class : class, old_one ? e->consequence : consequence_of(race),
      location_of(race));
  now->v[now->n - 1].code = omen_code_of(lines, race);
}

static size_t count_dropped(const struct omen_baseline_list *l) {
  size_t dropped = 0;
  for (size_t i = 0; i < l->n; i++) dropped += !l->v[i].taken;
  return dropped;
}

static void keep_failure(struct omen_baseline_list *now, const struct omen_baseline_list *old,
                         const struct omen_finding *f, bool grow, struct omen_baseline_change *change) {
  char id[24];
  omen_finding_id(f, id);
  struct omen_baseline_entry *was = find_failure(old, f);
  if (f->mark.suppressed || (!was && !grow)) return;
  for (size_t i = 0; i < now->n; i++)
    if (!strcmp(now->v[i].id, id)) return; /* two that only lines tell apart */
  if (was)
    change->kept++, was->taken = true;
  else
    change->added++;
  add(now, id, OMEN_CLASS_NONE, f->consequence, NULL);
}

static void keep_incident(struct omen_baseline_list *now, const struct omen_baseline_list *old,
                          const struct omen_report_incident *i, bool grow,
                          struct omen_baseline_change *change) {
  char key[24];
  struct omen_baseline_entry *was = find_incident(old, i);
  omen_incident_key(i, key);
  if (i->mark.suppressed || !(i->mark.known || (grow && i->confirmed))) return;
  for (size_t k = 0; k < now->n; k++)
    if (!strcmp(now->v[k].id, key)) return; /* two that only lines tell apart */
  if (was) was->taken = true;
  if (i->mark.known)
    change->kept++;
  else
    change->added++;
  add(now, key, OMEN_CLASS_NONE, i->consequence, i->at.function);
}

void omen_baseline_update(struct omen_baseline *b, struct omen_report *r, bool grow,
                          struct omen_baseline_change *change) {
  struct omen_baseline now = {.there = true};
  struct omen_lines lines = {0};
  struct omen_baseline_entry **of = match(&b->races, r);
  *change = (struct omen_baseline_change){0};
  untake(&b->failures);
  untake(&b->incidents);
  for (size_t i = 0; i < r->nraces; i++) {
    keep_race(&now.races, of[i], &r->races[i], &lines, grow, change);
    if (of[i] && r->races[i].mark.suppressed) of[i]->taken = false;
  }
  for (size_t i = 0; i < r->nfindings; i++)
    keep_failure(&now.failures, &b->failures, &r->findings[i], grow, change);
  for (size_t i = 0; i < r->nincidents; i++)
    keep_incident(&now.incidents, &b->incidents, &r->incidents[i], grow, change);
  sort(&now.races);
  sort(&now.failures);
  sort(&now.incidents);
  change->dropped = count_dropped(&b->races) + count_dropped(&b->failures) + count_dropped(&b->incidents);
  free(of);
  omen_lines_release(&lines);
  omen_baseline_release(b);
  *b = now;
}

/* ---- writing ---- */

static json_t *code_json(const struct omen_race_code *c) {
  json_t *both = json_array();
  for (int side = 0; side < 2; side++) {
    json_t *words = json_array();
    for (int i = 0; i < OMEN_CODE_WORDS; i++) json_array_append_new(words, omen_json_str(c->word[side][i]));
    json_array_append_new(both, words);
  }
  return both;
}

static void write_list(const struct omen_baseline_list *l, const char *name, bool last,
                       struct omen_buf *out) {
  omen_buf_addf(out, "  \"%s\": [", name);
  for (size_t i = 0; i < l->n; i++) {
    const struct omen_baseline_entry *e = &l->v[i];
    json_t *o = json_object();
    json_object_set_new(o, "id", omen_json_str(e->id));
    if (e->class) json_object_set_new(o, "class", omen_json_str(omen_class_word(e->class)));
    if (e->consequence)
      json_object_set_new(o, "consequence", omen_json_str(omen_consequence_word(e->consequence)));
    if (e->location) json_object_set_new(o, "location", omen_json_str(e->location));
    if (e->code.word[0][OMEN_CODE_OP]) json_object_set_new(o, "accesses", code_json(&e->code));
    char *line = json_dumps(o, 0);
    omen_buf_addf(out, "%s\n    %s", i ? "," : "", line);
    free(line);
    json_decref(o);
  }
  omen_buf_addf(out, "%s]%s\n", l->n ? "\n  " : "", last ? "" : ",");
}

void omen_baseline_write(const struct omen_baseline *b, struct omen_buf *out) {
  omen_buf_addf(out, "{ \"version\": %d,\n", VERSION);
  write_list(&b->races, "races", false, out);
  write_list(&b->failures, "failures", false, out);
  write_list(&b->incidents, "incidents", true, out);
  omen_buf_adds(out, "}\n");
}
