/* A finished report to everybody who wants it: see tell.h. */
#include "cli/tell.h"
#include "cli/common.h"
#include "report/html.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- before ---- */

static void open_baseline(struct omen_teller *t, const char *command, int failed) {
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

static void read_suppressions(struct omen_teller *t, const char *command, int failed) {
  struct omen_err err = {0};
  time_t now = time(NULL);
  struct tm day;
  char today[16] = "";
  if (gmtime_r(&now, &day)) strftime(today, sizeof today, "%Y-%m-%d", &day);
  for (size_t i = 0; i < t->o->suppressions.n; i++)
    if (omen_suppressions_read(&t->suppressions, t->o->suppressions.v[i], today, &err))
      omen_die(failed, "%s: %s", command, err.msg);
}

void omen_teller_open(struct omen_teller *t, const char *command, const struct omen_options *o, int failed) {
  *t = (struct omen_teller){.o = o};
  struct omen_err err = {0};
  /* Only what judges has a default; `omen report` ends with 0 unless asked. */
  const char *gate = o->fail_on ? o->fail_on : strcmp(command, "report") ? "harmful" : "never";
  if (omen_gate_parse(&t->gate, gate, &err)) omen_die(OMEN_EXIT_USAGE, "%s: %s", command, err.msg);
  open_baseline(t, command, failed);
  read_suppressions(t, command, failed);
}

void omen_teller_check(const char *command, const struct omen_options *o, int failed) {
  struct omen_teller t;
  omen_teller_open(&t, command, o, failed);
  omen_teller_release(&t);
}

void omen_teller_release(struct omen_teller *t) {
  omen_baseline_release(&t->baseline);
  omen_suppressions_release(&t->suppressions);
}

void omen_teller_mark(struct omen_teller *t, struct omen_report *r) {
  omen_suppressions_mark(&t->suppressions, r);
  for (size_t i = 0; t->o->race && i < r->nraces; i++) /* asked for by name */
    if (!strcmp(t->o->race, r->races[i].id)) r->races[i].mark.suppressed = NULL;
  if (t->o->baseline) omen_baseline_mark(&t->baseline, r);
}

/* ---- the files ---- */

static int write_form(const char *file, void (*form)(const struct omen_report *, struct omen_buf *),
                      const struct omen_report *r, struct omen_err *err) {
  struct omen_buf text = {0};
  if (!file) return 0;
  form(r, &text);
  int result = omen_write_to(file, &text, err);
  omen_buf_release(&text);
  return result;
}

/* ---- for people ---- */

void omen_teller_say(const struct omen_teller *t, const struct omen_buf *text) {
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

static void say_suppressed(const struct omen_teller *t, const struct omen_report *r) {
  size_t hidden = 0, unused = 0;
  for (size_t i = 0; i < r->nraces; i++) hidden += r->races[i].mark.suppressed != NULL;
  for (size_t i = 0; i < r->nfindings; i++) hidden += r->findings[i].mark.suppressed != NULL;
  if (hidden) fprintf(stderr, "omen: %zu report%s suppressed\n", hidden, hidden == 1 ? " is" : "s are");
  for (size_t i = 0; i < t->suppressions.n; i++) {
    const struct omen_suppression *s = &t->suppressions.v[i];
    if (s->expired)
      fprintf(stderr, "omen: %s expired on %s%s%s: it does not count any more\n", s->where, s->expires,
              s->owner ? ", owner " : "", s->owner ? s->owner : "");
    else if (t->o->print_suppressions)
      fprintf(stderr, "omen: %s matched %zu%s%s\n", s->where, s->hits, s->owner ? ", owner " : "",
              s->owner ? s->owner : "");
    else if (!s->hits && unused++ < 5)
      fprintf(stderr, "omen: %s was not used\n", s->where);
  }
  if (unused > 5)
    fprintf(stderr, "omen: %zu more suppressions were not used; --print-suppressions lists all\n",
            unused - 5);
}

/* ---- the baseline ---- */

static void say_new(const struct omen_teller *t, const struct omen_report *r) {
  size_t fresh = 0, known = 0;
  for (size_t i = 0; i < r->nraces; i++) {
    const struct omen_mark *m = &r->races[i].mark;
    if (m->suppressed) continue;
    known += m->known;
    fresh += !m->known;
  }
  fprintf(stderr, "omen: %zu race%s in the baseline %s, %zu new or worse\n", known,
          known == 1 ? " is" : "s are", t->o->baseline, fresh);
  for (size_t i = 0; i < r->nraces; i++) {
    const struct omen_race *race = &r->races[i];
    if (!omen_gate_race(&t->gate, race)) continue;
    fprintf(stderr, "omen: %s: race %s on `%s`%s%s\n",
            race->mark.baseline == OMEN_BASELINE_NEW ? "new" : "worse than it was", race->id,
            race->location.name, race->verdict.class ? ": " : "",
            race->verdict.class ? race->verdict.class : "");
  }
  for (size_t i = 0; i < r->nfindings; i++)
    if (omen_gate_finding(&t->gate, &r->findings[i]))
      fprintf(stderr, "omen: new: a run that fails: %s\n", r->findings[i].what);
}

static int update_baseline(struct omen_teller *t, struct omen_report *r, struct omen_err *err) {
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
    fprintf(stderr, "omen: baseline %s %s: %zu kept, %zu lowered, %zu dropped, %zu added\n", o->baseline,
            first ? "made" : "brought up to date", c.kept, c.lowered, c.dropped, c.added);
  if (grow) omen_baseline_mark(&t->baseline, r); /* what was taken in is known from now on */
  return 0;
}

int omen_teller_finish(struct omen_teller *t, struct omen_report *r) {
  const struct omen_options *o = t->o;
  struct omen_err err = {0};
  if (!o->quiet) say_suppressed(t, r);
  if (o->baseline && !o->quiet && t->baseline.there) say_new(t, r);
  if (write_form(o->json, omen_report_json, r, &err) || write_form(o->html, omen_report_html, r, &err) ||
      write_form(o->gen_suppressions, omen_suppressions_suggest, r, &err) || update_baseline(t, r, &err)) {
    omen_warn("%s", err.msg);
    return OMEN_EXIT_FAILED;
  }
  if (!omen_gate_count(&t->gate, r)) return OMEN_EXIT_OK;
  return o->exitcode >= 0 ? o->exitcode : OMEN_EXIT_HARMFUL;
}

int omen_teller_show(struct omen_teller *t, struct omen_report *report) {
  const struct omen_options *o = t->o;
  struct omen_buf text = {0};
  struct omen_err err = {0};
  omen_teller_mark(t, report);
  report->color = omen_report_color(STDOUT_FILENO);
  if (!strcmp(o->format, "json"))
    omen_report_json(report, &text);
  else if (!strcmp(o->format, "html"))
    omen_report_html(report, &text);
  else
    omen_report_text(report, o->all, &text);
  bool once = o->json && !strcmp(o->json, "-");
  if (!o->quiet && !once && omen_write_to("-", &text, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_buf_release(&text);
  return omen_teller_finish(t, report);
}
