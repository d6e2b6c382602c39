/* The HTML report: see html.h. The page (html/) draws what it finds in a JSON object inside it: the JSON
 * report, the source lines that it refers to, the shape of the run, and the words of verdicts. */
#include "report/html.h"
#include "report/source_lines.h"
#include "report/timeline.h"
#include "report/verdict_json.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>

static const char page[] = {
#embed "html/page.html"
    , 0};
static const char style[] = {
#embed "html/style.css"
    , 0};
static const char script[] = {
#embed "html/app.js"
    , 0};

enum { AROUND = 5, LOCKS = 12, SOURCE = 4 << 20 };

static json_t *number(uint64_t v) { return json_integer((json_int_t)v); }

/* ---- source lines ---- */

struct sources {
  json_t *all; /* path -> line number -> text */
  struct omen_lines lines;
  size_t size;
};

static void add_lines(struct sources *s, const char *path, int line) {
  json_t *file = json_object_get(s->all, path);
  char text[1024], name[16];
  for (int n = line > AROUND ? line - AROUND : 1; n <= line + AROUND; n++) {
    snprintf(name, sizeof name, "%d", n);
    if ((file && json_object_get(file, name)) || s->size > SOURCE) continue;
    if (!omen_lines_indented(&s->lines, path, n, text, sizeof text)) continue;
    if (!file) {
      json_object_set_new(s->all, path, json_object());
      file = json_object_get(s->all, path);
    }
    json_object_set_new(file, name, omen_json_str(text));
    s->size += strlen(text);
  }
}

/* Every object in the report that names a file and a line. */
static void find_lines(struct sources *s, json_t *j) {
  const char *key;
  json_t *value;
  size_t i;
  if (json_is_object(j)) {
    const char *path = json_string_value(json_object_get(j, "path")),
               *file = json_string_value(json_object_get(j, "file"));
    json_int_t line = json_integer_value(json_object_get(j, "line"));
    if ((path || file) && line > 0 && line < 1 << 24) add_lines(s, path ? path : file, (int)line);
    json_object_foreach(j, key, value) find_lines(s, value);
  } else if (json_is_array(j)) {
    json_array_foreach(j, i, value) find_lines(s, value);
  }
}

/* ---- the shape of the run ---- */

static json_t *lanes(const struct omen_timeline *s) {
  json_t *threads = json_array();
  int last = 0;
  for (size_t i = 0; i < s->nturns; i++)
    if (s->turns[i].thread > last) last = s->turns[i].thread;
  for (int t = 0; t <= last; t++) {
    json_t *slices = json_array();
    for (size_t i = 0; i < s->nturns; i++)
      if (s->turns[i].thread == t) {
        json_array_append_new(slices, number(s->turns[i].from));
        json_array_append_new(slices, number(s->turns[i].to));
      }
    if (json_array_size(slices))
      json_array_append_new(threads, json_pack("{s:i,s:o}", "id", t, "slices", slices));
    else
      json_decref(slices);
  }
  return threads;
}

static json_t *locks(const struct omen_timeline *s, struct omen_resolver *v) {
  json_t *all = json_array();
  for (size_t i = 0; i < s->nlocks && i < LOCKS; i++) {
    const struct omen_timeline_lock *l = &s->locks[i];
    json_t *held = json_array();
    for (size_t k = 0; k < l->n; k++) {
      json_array_append_new(held, number(l->held[k].from));
      json_array_append_new(held, number(l->held[k].to));
      json_array_append_new(held, json_integer(l->held[k].thread));
    }
    json_array_append_new(all,
                          json_pack("{s:o,s:b,s:o}", "name", omen_json_str(omen_resolve_object(v, l->addr)),
                                    "read", l->read, "held", held));
  }
  return all;
}

/* Where each race is in the run. */
static json_t *marks(const struct omen_timeline *s, json_t *report) {
  json_t *all = json_object(), *races = json_object_get(report, "races");
  for (size_t i = 0; i < s->nmarks; i++) {
    const struct omen_timeline_mark *m = &s->marks[i];
    json_t *at;
    const char *id = json_string_value(json_object_get(json_array_get(races, m->race), "id"));
    if (!id) continue;
    if (!(at = json_object_get(all, id))) json_object_set_new(all, id, at = json_array());
    json_array_append_new(at, number(m->event));
  }
  return all;
}

static json_t *draw(const struct omen_report *report, const struct omen_recording *r,
                    const struct omen_timeline *s, json_t *json) {
  struct omen_resolver v;
  struct omen_pool pool = {0};
  if (omen_resolver_init(&v, r, &report->outcome, &pool, NULL)) return json_null();
  json_t *out = json_pack("{s:I,s:b,s:o,s:o,s:o}", "events", (json_int_t)s->events, "merged", s->merged,
                          "threads", lanes(s), "locks", locks(s, &v), "races", marks(s, json));
  omen_resolver_release(&v);
  omen_pool_release(&pool);
  return out;
}

static json_t *timeline(const struct omen_report *report, json_t *json) {
  struct omen_recording r;
  struct omen_timeline s;
  json_t *out = NULL;
  if (report->nruns || omen_recording_open(&r, report->recording, NULL)) return json_null();
  if (omen_timeline_read(&s, report, r.dir)) out = draw(report, &r, &s, json);
  omen_timeline_release(&s);
  omen_recording_release(&r);
  return out ? out : json_null();
}

/* ---- the page ---- */

/* In a script no "<" may stand as it is; in JSON it is only ever inside strings. */
static void add_data(struct omen_buf *out, const char *json) {
  for (const char *p = json; *p; p++)
    if (*p == '<')
      omen_buf_adds(out, "\\u003c");
    else
      omen_buf_add(out, p, 1);
}

static void add_page(struct omen_buf *out, const char *json) {
  for (const char *p = page, *at; *p; p = at) {
    at = strchr(p, '@');
    omen_buf_add(out, p, at ? (size_t)(at - p) : strlen(p));
    if (!at) return;
    if (!strncmp(at, "@STYLE@", 7))
      omen_buf_adds(out, style), at += 7;
    else if (!strncmp(at, "@SCRIPT@", 8))
      omen_buf_adds(out, script), at += 8;
    else if (!strncmp(at, "@DATA@", 6))
      add_data(out, json), at += 6;
    else
      omen_buf_add(out, at++, 1);
  }
}

/* Long outputs of a race that is folded behind its group: the line that differs is enough. */
static void drop_outputs(json_t *report) {
  enum { LONG = 2000 };
  static const char *const orders[] = {"primary", "alternate"};
  json_t *group, *one;
  size_t i, k;
  json_t *leads = json_object();
  json_array_foreach(json_object_get(report, "groups"), i, group) {
    const char *id = json_string_value(json_array_get(json_object_get(group, "races"), 0));
    if (id) json_object_set_new(leads, id, json_true());
  }
  json_array_foreach(json_object_get(report, "races"), i, one) {
    json_t *output = json_object_get(json_object_get(one, "evidence"), "output");
    if (!json_object_get(one, "group") ||
        json_object_get(leads, json_string_value(json_object_get(one, "id"))))
      continue;
    for (k = 0; k < 2; k++)
      if (json_string_length(json_object_get(output, orders[k])) > LONG) json_object_del(output, orders[k]);
  }
  json_decref(leads);
}

void omen_report_html(const struct omen_report *r, struct omen_buf *out) {
  struct omen_buf text = {0};
  json_error_t why;
  omen_report_json(r, &text);
  json_t *json = json_loadb(text.data, text.len, 0, &why);
  omen_buf_release(&text);
  if (!json) OMEN_BUG("our own JSON: %s", why.text);
  drop_outputs(json);
  json_t *run = timeline(r, json);
  struct sources s = {.all = json_object()};
  find_lines(&s, json);
  json_t *all = json_pack("{s:o,s:o,s:o,s:o}", "report", json, "sources", s.all, "timeline", run, "words",
                          omen_html_words());
  char *dump = json_dumps(all, JSON_COMPACT);
  add_page(out, dump);
  free(dump);
  json_decref(all);
  omen_lines_release(&s.lines);
}
