/* The report for people: see write.h. What was found, the worst first; then how the run ended, and the sums.
 */
#include "base/printable.h"
#include "report/incident_words.h"
#include "report/inversion.h"
#include "report/text_parts.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>

#define RULE OMEN_TEXT_RULE

const char *omen_text_thread(int id, char out[32]) {
  if (id == 0) return "the main thread";
  if (id < 0) return "an unknown thread";
  snprintf(out, 32, "thread T%d", id);
  return out;
}

int omen_text_width(const struct omen_text *t) { return t->r->width ? t->r->width : 100; }

/* While the text is made, bytes that are no text stand for colours; omen_text_finish knows them. So what
 * programs and file names have of escape sequences can be told from what is ours. */
#define INK "\xff\xfe"
static const char *const inks[] = {INK "0", INK "1", INK "2", INK "3", INK "4"};
enum { INK_LENGTH = sizeof INK };

const char *omen_text_ink(const struct omen_text *t, enum omen_ink ink) {
  return t->r->color ? inks[ink] : "";
}

static const char *code_at(const char *text, size_t n) {
  static const char *const codes[] = {"\033[0m", "\033[1;31m", "\033[1;33m", "\033[32m", "\033[2m"};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (n >= INK_LENGTH && !memcmp(text, inks[i], INK_LENGTH)) return codes[i];
  return NULL;
}

void omen_text_finish(const struct omen_text *t, size_t from) {
  struct omen_buf *out = t->out, text = {0};
  omen_buf_add(&text, out->data + from, out->len - from);
  out->len = from;
  size_t at = 0, start = 0;
  while (at < text.len) {
    const char *code = t->r->color ? code_at(text.data + at, text.len - at) : NULL;
    at += code ? INK_LENGTH : 1;
    if (!code) continue;
    omen_buf_add_printable(out, text.data + start, at - INK_LENGTH - start);
    omen_buf_adds(out, code);
    start = at;
  }
  omen_buf_add_printable(out, text.data + start, at - start);
  omen_buf_release(&text);
}

/* The line is shown of the innermost frame that is not in a library's header. */
static bool has_line(struct omen_text *t, const struct omen_frame *f, char *line, size_t cap) {
  return f->path && !strstr(f->path, "/c++/") && omen_lines_get(&t->source, f->path, f->line, line, cap);
}

void omen_text_frames(struct omen_text *t, const struct omen_stack *s) {
  bool shown = false;
  for (size_t i = 0; i < s->n; i++) {
    const struct omen_frame *f = &s->frames[i];
    char line[160];
    omen_buf_addf(t->out, "    #%zu %s", i, f->function);
    if (f->file) omen_buf_addf(t->out, " %s", f->file);
    if (f->file && f->line) omen_buf_addf(t->out, ":%d", f->line);
    if (f->file && f->line && f->column) omen_buf_addf(t->out, ":%d", f->column);
    if (!f->file && f->module) omen_buf_addf(t->out, " (%s)", f->module);
    omen_buf_adds(t->out, "\n");
    if (shown || !has_line(t, f, line, sizeof line)) continue;
    omen_buf_addf(t->out, "         %s\n", line);
    shown = true;
  }
  if (!s->n) omen_buf_adds(t->out, "    (no stack)\n");
}

/* Sentences (two columns in, and no frame, row or command) that are too wide are broken between words. */
static bool is_sentence(const char *line, size_t n) {
  return n > 3 && !strncmp(line, "  ", 2) && line[2] != ' ' && !memmem(line, n, "omen replay", 11);
}

static void add_broken(struct omen_buf *out, const char *line, size_t n, size_t width) {
  for (size_t room = width; n > room + 1; room = width - 3) { /* n counts the newline */
    size_t at = room;
    while (at > 4 && line[at] != ' ') at--;
    if (at <= 4) break;
    omen_buf_add(out, line, at);
    omen_buf_adds(out, "\n   "); /* and the space that the rest begins with */
    line += at;
    n -= at;
  }
  omen_buf_add(out, line, n);
}

static void break_lines(struct omen_text *t, struct omen_buf *text) {
  for (const char *p = text->data, *end = p + text->len; p < end;) {
    const char *nl = memchr(p, '\n', (size_t)(end - p));
    size_t n = (size_t)((nl ? nl + 1 : end) - p), width = (size_t)omen_text_width(t);
    if (is_sentence(p, n))
      add_broken(t->out, p, n, width);
    else
      omen_buf_add(t->out, p, n);
    p += n;
  }
}

/* What Omen has to say, and below it what ThreadSanitizer would. */
static void race_block(struct omen_text *t, const struct omen_race *r,
                       const struct omen_report_incident *under) {
  struct omen_buf *out = t->out, own = {0};
  omen_buf_adds(t->out, RULE);
  t->out = &own;
  if (under)
    omen_text_verdict_under(t, r, under);
  else
    omen_text_verdict(t, r);
  t->out = out;
  break_lines(t, &own);
  omen_buf_release(&own);
  omen_text_tsan(t, r);
}

/* The first of a mistake in full, others in short. */
static void incident_block(struct omen_text *t, const struct omen_report_incident *i) {
  const struct omen_report_incident *first =
      !t->each && i->confirmed ? omen_incident_same_mistake(t->r, i) : NULL;
  struct omen_buf *out = t->out, own = {0};
  omen_buf_adds(t->out, RULE);
  t->out = &own;
  if (first)
    omen_text_incident_brief(t, i, first);
  else
    omen_text_incident(t, i);
  t->out = out;
  break_lines(t, &own);
  omen_buf_release(&own);
}

static void object(struct omen_text *t, const struct omen_hold *h) {
  omen_buf_addf(t->out, "%s", h->what);
  if (h->object) omen_buf_addf(t->out, " `%s`", h->object);
}

void omen_text_wait(struct omen_text *t, const struct omen_hold *w) {
  char name[32], holder[32];
  if (!strcmp(w->what, "run")) {
    omen_buf_addf(t->out, "  T%s runs, at:\n", omen_text_thread(w->thread, name) + 1);
    omen_text_frames(t, &w->stack);
    return;
  }
  omen_buf_addf(t->out, "  T%s waits for ", omen_text_thread(w->thread, name) + 1);
  if (w->holder >= 0 && !strcmp(w->what, "join")) {
    omen_buf_addf(t->out, "the end of %s", omen_text_thread(w->holder, holder));
  } else {
    object(t, w);
    if (w->holder >= 0)
      omen_buf_addf(t->out, ", held by %s",
                    w->holder == w->thread ? "itself" : omen_text_thread(w->holder, holder));
  }
  omen_buf_adds(t->out, ":\n");
  omen_text_frames(t, &w->stack);
}

void omen_text_holds(struct omen_text *t, const struct omen_hold *h, size_t n, int thread) {
  char name[32];
  for (size_t i = 0; i < n; i++) {
    if (h[i].thread != thread) continue;
    omen_buf_addf(t->out, "  T%s holds ", omen_text_thread(h[i].thread, name) + 1);
    object(t, &h[i]);
    omen_buf_adds(t->out, ", taken at:\n");
    omen_text_frames(t, &h[i].stack);
  }
}

/* A report of one run that is not judged has no finding of its failure. */
static bool failure_told(const struct omen_report *r) {
  for (size_t i = 0; i < r->nfindings; i++)
    if (!r->findings[i].defect && !r->findings[i].inversion) return true;
  return r->nruns > 0;
}

static void ends(struct omen_text *t) {
  const struct omen_report *r = t->r;
  for (size_t i = 0; i < r->nfindings; i++) {
    if (!r->findings[i].defect || r->findings[i].mark.suppressed) continue;
    omen_buf_adds(t->out, RULE);
    omen_text_defect(t, &r->findings[i]);
  }
  omen_text_inversions(t);
  if (!failure_told(r)) omen_text_end(t, r);
  for (size_t i = 0; i < r->nfindings; i++) {
    const struct omen_finding *f = &r->findings[i];
    if (f->defect || f->inversion || f->mark.suppressed) continue;
    const struct omen_report_incident *why = omen_report_why(r, f);
    if (f->home && !why) {
      omen_text_end(t, f->home);
    } else {
      omen_buf_adds(t->out, RULE);
    }
    omen_buf_addf(t->out, "  FINDING: %s: the run itself failed: %s (strategy %s, seed %llu",
                  omen_consequence_word(f->consequence), f->what, f->strategy, (unsigned long long)f->seed);
    if (f->runs > 1) omen_buf_addf(t->out, "; so did %zu more run%s", f->runs - 1, f->runs == 2 ? "" : "s");
    omen_buf_adds(t->out, ")\n");
    if (why) omen_buf_addf(t->out, "  Why: it is incident %s, above.\n", why->id);
    if (f->replay) omen_buf_addf(t->out, "  See it happen: %s\n", f->replay);
  }
}

static void campaign(struct omen_text *t) {
  const struct omen_report *r = t->r;
  size_t failed = 0, dry = 0, open = 0;
  if (!r->nruns) return;
  for (size_t i = 0; i < r->nfindings; i++)
    failed += r->findings[i].defect || r->findings[i].inversion ? 0 : r->findings[i].runs;
  for (size_t i = r->nruns; i-- > 0 && !r->runs[i].fresh;) dry++;
  omen_buf_addf(t->out, "omen: %zu run%s, %zu of which failed", r->nruns, r->nruns == 1 ? "" : "s", failed);
  if (!r->nraces)
    omen_buf_adds(t->out, "; no data race was seen");
  else if (dry)
    omen_buf_addf(t->out, "; the last %zu brought no new race", dry);
  omen_buf_adds(t->out, "\n");
  for (size_t i = 0; i < r->nraces; i++) open += !r->races[i].verdict.class && !r->races[i].mark.suppressed;
  if (open)
    omen_buf_addf(t->out,
                  "omen: %zu race%s no verdict yet: the same command again, or 'omen classify', goes on\n",
                  open, open == 1 ? " has" : "s have");
}

/* What became of another detector's reports. */
static void answers(struct omen_text *t) {
  const struct omen_report *r = t->r;
  size_t found = 0;
  if (!r->nanswers) return;
  omen_buf_adds(t->out, RULE);
  for (size_t i = 0; i < r->nanswers; i++) {
    const struct omen_answer *a = &r->answers[i];
    found += a->race != NULL;
    omen_buf_addf(t->out, "%s, line %zu of the log: %s\n", a->tool, a->line, a->what);
    for (int k = 0; k < 2; k++)
      if (a->place[k]) omen_buf_addf(t->out, "    %s\n", a->place[k]);
    if (a->race && a->race->verdict.replay)
      omen_buf_addf(t->out, "    See it happen:  %s\n", a->race->verdict.replay);
  }
  omen_buf_addf(t->out, "omen: %zu of %zu reports reproduced\n", found, r->nanswers);
}

/* The text has the worst first: incidents with the races that cause them, other harmful races, what runs
 * showed by themselves, what was not judged, what is harmless. */
enum part { HARMFUL, OPEN, HARMLESS, UNDER, LEFT_OUT };

static enum part part_of(const struct omen_report *r, const struct omen_race *race, bool all, bool judged) {
  const struct omen_verdict *v = &race->verdict;
  if (race->mark.suppressed || (!race->schedulable && !all && !v->class)) return LEFT_OUT;
  if (omen_incident_of_race(r, race)) return UNDER;
  if (omen_class_info(v->class)->harmful) return HARMFUL;
  if (!v->class) return judged ? OPEN : HARMFUL; /* without any verdict, they are what there is to tell */
  return v->class == OMEN_CLASS_UNKNOWN ? OPEN : HARMLESS;
}

static bool any_judged(const struct omen_report *r) {
  for (size_t i = 0; i < r->nraces; i++)
    if (r->races[i].verdict.class) return true;
  return false;
}

/* ---- entries ---- */

/* With more than CROWD entries, or as many races as MANY, a text of more than LINES lines goes on in short:
 * nobody reads the fiftieth race in full, nor the tenth group of ten, and `--all` and the other forms have
 * them. BRIEFS: entries in short; beyond that they are counted. */
enum { CROWD = 20, MANY = 60, LINES = 120, BRIEFS = 40 };

static bool has_room(const struct omen_text *t) {
  size_t lines = 0;
  for (const char *p = t->out->data + t->from, *end = t->out->data + t->out->len; p < end; p++)
    lines += *p == '\n';
  return lines < LINES;
}

static void in_short(struct omen_text *t, const struct omen_race *race, const struct omen_group *group) {
  struct omen_buf *out = t->out;
  if (t->nbriefs++ >= BRIEFS) return;
  t->out = &t->briefs;
  if (group) omen_buf_addf(t->out, "  one mistake, %zu races: %s; the worst:\n", group->n, group->what);
  omen_text_brief(t, race);
  t->out = out;
}

static void tell_in_short(struct omen_text *t) {
  if (!t->nbriefs) return;
  omen_buf_addf(t->out, OMEN_TEXT_RULE "%zu MORE, in short (--all shows each in full)\n", t->nbriefs);
  omen_buf_add(t->out, t->briefs.data, t->briefs.len);
  if (t->nbriefs > BRIEFS) omen_buf_addf(t->out, "    and %zu more\n", t->nbriefs - BRIEFS);
  omen_buf_adds(t->out, OMEN_TEXT_RULE);
  omen_buf_release(&t->briefs);
}

static void group_block(struct omen_text *t, const struct omen_group *g, size_t shown) {
  struct omen_buf *out = t->out, own = {0};
  omen_buf_adds(t->out, RULE);
  t->out = &own;
  omen_text_group(t, g, shown);
  t->out = out;
  break_lines(t, &own);
  omen_buf_release(&own);
}

/* A few races that are all the doing of one incident: that has told what they have in common. */
static bool told_by(const struct omen_text *t, const struct omen_group *g,
                    const struct omen_report_incident *under) {
  enum { FEW = 4 };
  if (!under || g->n > FEW) return false;
  for (size_t i = 0; i < g->n; i++)
    if (omen_incident_of_race(t->r, &t->r->races[g->race[i]]) != under) return false;
  return true;
}

/* A race by itself, or for its group. */
static void tell(struct omen_text *t, size_t i, const struct omen_report_incident *under) {
  const struct omen_race *race = &t->r->races[i];
  size_t group = t->groups.of ? t->groups.of[i] : 0;
  if (group && told_by(t, &t->groups.v[group - 1], under)) group = 0;
  if (group && t->told[group - 1]) {
    if (under) omen_text_verdict_under(t, race, under);
    return;
  }
  if (t->crowded && !under && !has_room(t)) {
    if (group) t->told[group - 1] = true;
    in_short(t, race, group ? &t->groups.v[group - 1] : NULL);
    return;
  }
  if (group) group_block(t, &t->groups.v[group - 1], i), t->told[group - 1] = true;
  race_block(t, race, under);
}

static size_t races(struct omen_text *t, bool all, enum part part) {
  bool judged = any_judged(t->r);
  size_t shown = 0;
  for (size_t i = 0; i < t->r->nraces; i++) {
    if (part_of(t->r, &t->r->races[i], all, judged) != part) continue;
    tell(t, i, NULL);
    shown++;
  }
  return shown;
}

/* Each with the races that it is the evidence of. */
static size_t incidents(struct omen_text *t, bool confirmed) {
  const struct omen_report *r = t->r;
  size_t shown = 0;
  for (size_t i = 0; i < r->nincidents; i++) {
    const struct omen_report_incident *one = &r->incidents[i];
    if (one->mark.suppressed || one->confirmed != confirmed) continue;
    incident_block(t, one);
    for (size_t k = 0; k < r->nraces; k++) {
      if (r->races[k].mark.suppressed || omen_incident_of_race(r, &r->races[k]) != one) continue;
      tell(t, k, one);
      shown++;
    }
  }
  return shown;
}

/* Groups of what is told at all. */
static void make_groups(struct omen_text *t, bool all) {
  bool *leave_out = omen_xcalloc(t->r->nraces + 1, sizeof *leave_out), judged = any_judged(t->r);
  size_t entries = 0, told = 0;
  for (size_t i = 0; i < t->r->nraces; i++)
    leave_out[i] = part_of(t->r, &t->r->races[i], all, judged) == LEFT_OUT;
  t->groups = omen_groups_make(t->r, leave_out);
  t->told = omen_xcalloc(t->groups.n + 1, sizeof *t->told);
  for (size_t i = 0; i < t->r->nraces; i++) {
    entries += !leave_out[i] && !t->groups.of[i];
    told += !leave_out[i];
  }
  t->crowded = entries + t->groups.n > CROWD || told > MANY;
  free(leave_out);
}

void omen_report_text(const struct omen_report *r, unsigned how, struct omen_buf *out) {
  struct omen_text t = {.r = r, .out = out, .from = out->len, .each = how & OMEN_TEXT_EACH};
  size_t hidden = 0;
  bool all = how & OMEN_TEXT_ORDERED;
  if (!t.each) make_groups(&t, all);
  omen_text_left_out(&t);
  size_t shown = incidents(&t, true) + races(&t, all, HARMFUL);
  ends(&t);
  shown += incidents(&t, false) + races(&t, all, OPEN);
  shown += races(&t, all, HARMLESS);
  tell_in_short(&t);
  for (size_t i = 0; i < r->nraces; i++) hidden += r->races[i].mark.suppressed != NULL;
  omen_text_summary(&t, shown, r->nraces - shown - hidden);
  answers(&t);
  campaign(&t);
  omen_text_coverage(&t);
  omen_text_needed(&t, shown);
  for (size_t i = 0; i < r->outcome.nnotes; i++) omen_buf_addf(out, "omen: %s\n", r->outcome.notes[i]);
  omen_text_finish(&t, t.from);
  omen_lines_release(&t.source);
  omen_groups_release(&t.groups);
  free(t.told);
}
