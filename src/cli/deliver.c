/* A finished report to everybody who wants it: see deliver.h. */
#include "cli/deliver.h"
#include "cli/common.h"
#include "report/html.h"
#include "report/incident_words.h"
#include "report/write.h"
#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- before ---- */

static void open_baseline(struct omen_delivery *t, const char *command, int failed) {
  const struct omen_options *o = t->o;
  struct omen_err err = {0};
  if (!o->baseline && (o->update_baseline || o->grow_baseline))
    omen_die(OMEN_EXIT_USAGE, "%s: --%s-baseline: which one? --baseline FILE says it", command,
             o->grow_baseline ? "grow" : "update");
  if (!o->baseline && t->gate.fresh)
    omen_die(OMEN_EXIT_USAGE, "%s: --fail-on %s: new compared with what? --baseline FILE says it", command,
             o->fail_on);
  if (!o->baseline) return;
  if (omen_baseline_read(&t->baseline, o->baseline, &err)) omen_die(failed, "%s: %s", command, err.msg);
  if (!t->baseline.there && !o->update_baseline && !o->grow_baseline)
    omen_die(failed, "%s: there is no baseline %s; --update-baseline makes it", command, o->baseline);
}

void omen_delivery_suppressions(struct omen_suppressions *s, const char *command,
                                const struct omen_options *o, int failed) {
  struct omen_err err = {0};
  time_t now = time(NULL);
  struct tm day;
  char today[16] = "";
  if (gmtime_r(&now, &day)) strftime(today, sizeof today, "%Y-%m-%d", &day);
  for (size_t i = 0; i < o->suppressions.n; i++)
    if (omen_suppressions_read(s, o->suppressions.v[i], today, &err))
      omen_die(failed, "%s: %s", command, err.msg);
}

/* Whether it can be written: known before hours of work, not after. */
static void check_file(const char *command, const char *option, const char *file, int failed) {
  struct stat st;
  int why = 0;
  if (!strcmp(file, "-")) return;
  if (!stat(file, &st)) {
    if (S_ISDIR(st.st_mode))
      why = EISDIR;
    else if (access(file, W_OK))
      why = errno;
  } else {
    char *folder = omen_xstrdup(file);
    if (access(dirname(folder), W_OK)) why = errno;
    free(folder);
  }
  if (why) omen_die(failed, "%s: --%s %s: %s", command, option, file, strerror(why));
}

static void check_files(const char *command, const struct omen_options *o, int failed);

void omen_delivery_open(struct omen_delivery *t, const char *command, const struct omen_options *o,
                        int failed) {
  *t = (struct omen_delivery){.o = o};
  struct omen_err err = {0};
  t->judges = o->fail_on || strcmp(command, "report"); /* `omen report` ends with 0 unless asked */
  if (omen_gate_parse(&t->gate, o->fail_on ? o->fail_on : "harmful", &err))
    omen_die(OMEN_EXIT_USAGE, "%s: %s", command, err.msg);
  open_baseline(t, command, failed);
  omen_delivery_suppressions(&t->suppressions, command, o, failed);
  check_files(command, o, failed);
}

void omen_delivery_check(const char *command, const struct omen_options *o, int failed) {
  struct omen_delivery t;
  omen_delivery_open(&t, command, o, failed);
  omen_delivery_release(&t);
}

void omen_delivery_release(struct omen_delivery *t) {
  omen_baseline_release(&t->baseline);
  omen_suppressions_release(&t->suppressions);
}

void omen_delivery_mark(struct omen_delivery *t, struct omen_report *r) {
  omen_suppressions_mark(&t->suppressions, r);
  for (size_t i = 0; t->o->race && i < r->nraces; i++) /* asked for by name */
    if (omen_race_called(&r->races[i], t->o->race)) r->races[i].mark.suppressed = NULL;
  if (t->o->baseline) omen_baseline_mark(&t->baseline, r);
}

/* ---- the files ---- */

static void write_text(const struct omen_delivery *t, const struct omen_report *r, struct omen_buf *out) {
  omen_report_text(r, t->o->all ? OMEN_TEXT_ORDERED | OMEN_TEXT_EACH : 0, out);
}
static void write_json(const struct omen_delivery *t, const struct omen_report *r, struct omen_buf *out) {
  if (t->json)
    omen_buf_add(out, t->json->data, t->json->len);
  else
    omen_report_json(r, out);
}
static void write_html(const struct omen_delivery *t, const struct omen_report *r, struct omen_buf *out) {
  omen_report_html(r, out);
}
static void write_sarif(const struct omen_delivery *t, const struct omen_report *r, struct omen_buf *out) {
  omen_report_sarif(r, out);
}
static void write_junit(const struct omen_delivery *t, const struct omen_report *r, struct omen_buf *out) {
  omen_report_junit(r, &t->gate, out);
}
static void write_markdown(const struct omen_delivery *t, const struct omen_report *r, struct omen_buf *out) {
  omen_report_markdown(r, &t->gate, out);
}
static void write_suppressions(const struct omen_delivery *t, const struct omen_report *r,
                               struct omen_buf *out) {
  omen_suppressions_suggest(r, out);
}

/* Every form: its name for --format, how it is written, what that costs (omen_delivery_cost; of 10,000 races,
 * rounded up), and the option that has a file for it. */
static const struct form {
  const char *name;
  void (*write)(const struct omen_delivery *t, const struct omen_report *r, struct omen_buf *out);
  double cost;
  size_t file;
} forms[] = {{"text", write_text, 4, 0}, /* and report.json in the folder */
             {"json", write_json, 1, offsetof(struct omen_options, json)},
             {"html", write_html, 10, offsetof(struct omen_options, html)},
             {"sarif", write_sarif, 2, offsetof(struct omen_options, sarif)},
             {"junit", write_junit, 2, offsetof(struct omen_options, junit)},
             {"markdown", write_markdown, 2, offsetof(struct omen_options, markdown)},
             {"suppressions", write_suppressions, 2, offsetof(struct omen_options, gen_suppressions)}};
enum { FORMS = sizeof forms / sizeof *forms };

static const char *file_of(const struct omen_options *o, const struct form *f) {
  return f->file ? *(const char *const *)((const char *)o + f->file) : NULL;
}

double omen_delivery_cost(const struct omen_options *o) {
  double cost = 0;
  for (size_t i = 0; i < FORMS; i++)
    if (!forms[i].file || file_of(o, &forms[i])) cost += forms[i].cost;
  return cost;
}

static void check_files(const char *command, const struct omen_options *o, int failed) {
  for (size_t i = 0; i < FORMS; i++)
    if (file_of(o, &forms[i]))
      check_file(command, strcmp(forms[i].name, "suppressions") ? forms[i].name : "gen-suppressions",
                 file_of(o, &forms[i]), failed);
}

static const struct form *find_form(const char *name) {
  for (size_t i = 0; i < FORMS; i++)
    if (!strcmp(forms[i].name, name)) return &forms[i];
  omen_die(OMEN_EXIT_USAGE,
           "report: --format: no form '%s': text, json, html, sarif, junit, markdown or suppressions", name);
}

void omen_delivery_check_format(const struct omen_options *o) { find_form(o->format); }

static bool goes_to_output(const struct omen_options *o) {
  for (size_t i = 0; i < FORMS; i++)
    if (file_of(o, &forms[i]) && !strcmp(file_of(o, &forms[i]), "-")) return true;
  return false;
}

static int write_files(const struct omen_delivery *t, const struct omen_report *r, struct omen_err *err) {
  for (size_t i = 0; i < FORMS; i++) {
    const char *file = file_of(t->o, &forms[i]);
    struct omen_buf text = {0};
    if (!file) continue;
    forms[i].write(t, r, &text);
    int result = omen_write_to(file, &text, err);
    omen_buf_release(&text);
    if (result) return result;
  }
  return 0;
}

/* ---- for people ---- */

void omen_delivery_say(const struct omen_delivery *t, const struct omen_buf *text) {
  const char *log = t->o->log_path;
  struct omen_err err = {0};
  if (!text->len) return;
  if (!log || !strcmp(log, "stderr")) {
    fwrite(text->data, 1, text->len, stderr);
    return;
  }
  char *path = omen_format("%s.%ld", log, (long)getpid()); /* as ThreadSanitizer names it */
  if (omen_write_to(strcmp(log, "stdout") ? path : "-", text, &err)) omen_warn("log_path: %s", err.msg);
  free(path);
}

static void say_suppressed(const struct omen_delivery *t, const struct omen_report *r) {
  size_t hidden = 0, unused = 0;
  for (size_t i = 0; i < r->nraces; i++) hidden += r->races[i].mark.suppressed != NULL;
  for (size_t i = 0; i < r->nfindings; i++) hidden += r->findings[i].mark.suppressed != NULL;
  for (size_t i = 0; i < r->nincidents; i++) hidden += r->incidents[i].mark.suppressed != NULL;
  if (hidden) omen_say("%zu report%s suppressed", hidden, hidden == 1 ? " is" : "s are");
  for (size_t i = 0; i < t->suppressions.n; i++) {
    const struct omen_suppression *s = &t->suppressions.v[i];
    if (s->expired)
      omen_say("%s expired on %s%s%s: it does not count any more", s->where, s->expires,
               s->owner ? ", owner " : "", s->owner ? s->owner : "");
    else if (t->o->print_suppressions)
      omen_say("%s matched %zu%s%s", s->where, s->hits, s->owner ? ", owner " : "", s->owner ? s->owner : "");
    else if (!s->hits && unused++ < 5)
      omen_say("%s was not used", s->where);
  }
  if (unused > 5) omen_say("%zu more suppressions were not used; --print-suppressions lists all", unused - 5);
}

/* ---- the baseline ---- */

/* What the file calls otherwise is known all the same, and nobody shall wonder why. */
static void say_renamed(const struct omen_delivery *t, const struct omen_report *r) {
  enum { MOST = 5 };
  size_t renamed = 0, older = 0;
  for (size_t i = 0; i < r->nraces; i++) {
    const struct omen_mark *m = &r->races[i].mark;
    if (!m->known_as[0] || m->suppressed) continue;
    older += !m->renamed[0];
    if (m->renamed[0] && renamed++ < MOST)
      omen_say("race %s on `%s` is known as %s before the rename: %s", r->races[i].id,
               r->races[i].location.name, m->known_as, m->renamed);
  }
  if (renamed > MOST) omen_say("%zu more races are known by names from before the rename", renamed - MOST);
  if (older)
    omen_say("%zu race%s known by an id of an older Omen; --update-baseline writes the new ids", older,
             older == 1 ? " is" : "s are");
}

static void say_new(const struct omen_delivery *t, const struct omen_report *r) {
  size_t fresh = 0, known = 0;
  for (size_t i = 0; i < r->nraces; i++) {
    const struct omen_mark *m = &r->races[i].mark;
    if (m->suppressed) continue;
    known += m->known;
    fresh += !m->known;
  }
  omen_say("%zu race%s in the baseline %s, %zu new or worse", known, known == 1 ? " is" : "s are",
           t->o->baseline, fresh);
  say_renamed(t, r);
  for (size_t i = 0; i < r->nincidents; i++) {
    if (!omen_gate_incident(&t->gate, &r->incidents[i])) continue;
    char *title = omen_incident_title(&r->incidents[i]);
    omen_say("new: incident %s: %s", r->incidents[i].id, title);
    free(title);
  }
  for (size_t i = 0; i < r->nraces; i++) {
    const struct omen_race *race = &r->races[i];
    if (!omen_gate_race(&t->gate, race)) continue;
    omen_say("%s: race %s on `%s`%s%s",
             race->mark.baseline == OMEN_BASELINE_NEW ? "new" : "worse than it was", race->id,
             race->location.name, race->verdict.class ? ": " : "",
             race->verdict.class ? omen_class_word(race->verdict.class) : "");
  }
  for (size_t i = 0; i < r->nfindings; i++)
    if (omen_gate_finding(&t->gate, &r->findings[i]))
      omen_say("new: a run that fails: %s", r->findings[i].what);
}

static int update_baseline(struct omen_delivery *t, struct omen_report *r, struct omen_err *err) {
  const struct omen_options *o = t->o;
  if (!o->update_baseline && !o->grow_baseline) return 0;
  struct omen_baseline_change c;
  struct omen_buf text = {0};
  bool first = !t->baseline.there, grow = first || o->grow_baseline;
  omen_baseline_update(&t->baseline, r, grow, &c);
  omen_baseline_write(&t->baseline, &text);
  int result = omen_file_write(o->baseline, text.data, text.len, err);
  omen_buf_release(&text);
  if (result) return result;
  if (!o->quiet)
    omen_say("baseline %s %s: %zu kept, %zu lowered, %zu dropped, %zu added", o->baseline,
             first ? "made" : "brought up to date", c.kept, c.lowered, c.dropped, c.added);
  if (grow) omen_baseline_mark(&t->baseline, r); /* what was taken in is known from now on */
  return 0;
}

int omen_delivery_finish(struct omen_delivery *t, struct omen_report *r, struct omen_err *err) {
  const struct omen_options *o = t->o;
  if (!o->quiet) say_suppressed(t, r);
  if (o->baseline && !o->quiet && t->baseline.there) say_new(t, r);
  if (write_files(t, r, err) || update_baseline(t, r, err)) return -1;
  if (!t->judges) return OMEN_EXIT_OK;
  if (omen_gate_count(&t->gate, r)) return o->exitcode >= 0 ? o->exitcode : OMEN_EXIT_HARMFUL;
  return omen_gate_not_judged(&t->gate, r) ? OMEN_EXIT_FAILED : OMEN_EXIT_OK;
}

int omen_delivery_show(struct omen_delivery *t, struct omen_report *report) {
  const struct omen_options *o = t->o;
  struct omen_buf text = {0};
  struct omen_err err = {0};
  omen_delivery_mark(t, report);
  report->color = omen_report_color(STDOUT_FILENO);
  report->width = omen_report_width(STDOUT_FILENO);
  find_form(o->format)->write(t, report, &text);
  if (!o->quiet && !goes_to_output(o) && omen_write_to("-", &text, &err))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_buf_release(&text);
  int code = omen_delivery_finish(t, report, &err);
  if (code < 0) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  return code;
}
