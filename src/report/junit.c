/* The report as JUnit XML, for the test tabs of CI services: a race or an incident is a test case, which
 * fails when it counts, and is an error where Omen could not judge. See write.h. */
#include "report/incident_words.h"
#include "report/summary.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>

/* XML 1.0: five characters are escaped, control characters and broken UTF-8 cannot be said at all. */
static size_t utf8_length(const unsigned char *p) {
  size_t n = *p < 0x80                 ? 1
             : *p >= 0xc2 && *p < 0xe0 ? 2
             : *p >= 0xe0 && *p < 0xf0 ? 3
             : *p >= 0xf0 && *p < 0xf5 ? 4
                                       : 0;
  for (size_t i = 1; i < n; i++)
    if ((p[i] & 0xc0) != 0x80) return 0;
  if (n == 3 && ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) ||
                 (*p == 0xef && p[1] == 0xbf && p[2] > 0xbd)))
    return 0;
  if (n == 4 && ((*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] > 0x8f))) return 0;
  return n;
}

/* In an attribute, a line break would become a space. */
static void escape_as(struct omen_buf *out, const char *text, bool attribute) {
  for (const unsigned char *p = (const unsigned char *)(text ? text : ""); *p;) {
    size_t n = utf8_length(p);
    const char *as = *p == '<'                 ? "&lt;"
                     : *p == '>'               ? "&gt;"
                     : *p == '&'               ? "&amp;"
                     : *p == '"'               ? "&quot;"
                     : *p == '\n' && attribute ? "&#10;"
                                               : NULL;
    if (as)
      omen_buf_adds(out, as);
    else if (!n || (*p < 0x20 && *p != '\t' && *p != '\n'))
      omen_buf_adds(out, "?");
    else
      omen_buf_add(out, p, n);
    p += n ? n : 1;
  }
}

static void escape(struct omen_buf *out, const char *text) { escape_as(out, text, false); }

static void attribute(struct omen_buf *out, const char *name, const char *value) {
  omen_buf_addf(out, " %s=\"", name);
  escape_as(out, value, true);
  omen_buf_adds(out, "\"");
}

static void stack(struct omen_buf *out, const struct omen_stack *s) {
  for (size_t i = 0; i < s->n; i++) {
    const struct omen_frame *f = &s->frames[i];
    char *line = f->file ? omen_format("    #%zu %s %s:%d\n", i, f->function, f->file, f->line)
                         : omen_format("    #%zu %s\n", i, f->function);
    escape(out, line);
    free(line);
  }
}

struct junit_case {
  const char *name, *type, *classname, *replay, *skipped;
  char *message;
  bool fails, error;
};

/* What the sentence stands in. */
static const char *element(const struct junit_case *c) {
  return c->fails ? "failure" : c->error ? "error" : "system-out";
}

static void begin(struct omen_buf *out, const struct junit_case *c, double seconds) {
  omen_buf_adds(out, "    <testcase");
  attribute(out, "name", c->name);
  attribute(out, "classname", c->classname);
  omen_buf_addf(out, " time=\"%.3f\">\n", seconds);
  if (c->skipped) {
    omen_buf_adds(out, "      <skipped");
    attribute(out, "message", c->skipped);
    omen_buf_adds(out, "/>\n");
  }
  omen_buf_addf(out, "      <%s", element(c));
  if (c->fails || c->error) {
    attribute(out, "type", c->type);
    attribute(out, "message", c->message);
  }
  omen_buf_adds(out, ">");
  escape(out, c->message);
  omen_buf_adds(out, "\n");
}

static void end(struct omen_buf *out, const struct junit_case *c) {
  if (c->replay) {
    escape(out, "See it happen: ");
    escape(out, c->replay);
    omen_buf_adds(out, "\n");
  }
  omen_buf_addf(out, "</%s>\n    </testcase>\n", element(c));
}

static bool any_open(const struct omen_report *report, const struct omen_race *r,
                     const struct omen_group *g) {
  for (size_t i = 0; g && i < g->n; i++)
    if (report->races[g->race[i]].verdict.not_judged) return true;
  return r->verdict.not_judged != NULL;
}

static char *sentence_of(const struct omen_report *report, const struct omen_race *r,
                         const struct omen_group *g) {
  char *own = omen_race_sentence(r), *all = g ? omen_group_sentence(report, g) : NULL;
  if (!all) return own;
  char *text = omen_format("%s The worst: %s", all, own);
  free(own);
  free(all);
  return text;
}

/* A race, or the group that it is the worst of. */
static struct junit_case case_of(const struct omen_report *report, const struct omen_race *r,
                                 const struct omen_group *g, const struct omen_gate *gate) {
  bool open = any_open(report, r, g), fails = g ? omen_gate_group(gate, report, g) : omen_gate_race(gate, r);
  return (struct junit_case){.type = r->verdict.not_judged ? "not-judged"
                                     : r->verdict.class    ? omen_class_word(r->verdict.class)
                                                           : "data-race",
                             .replay = r->verdict.replay,
                             .skipped = r->mark.suppressed,
                             .fails = fails,
                             .error = open && !fails && !r->mark.suppressed && !gate->never};
}

static void race(struct omen_buf *out, const char *program, const struct omen_report *report,
                 const struct omen_race *r, const struct omen_group *g, const struct omen_gate *gate) {
  char *name =
      g ? omen_format("group %s: %zu races, the worst %s on %s", g->id, g->n, r->id, r->location.name)
        : omen_format("race %s on %s", r->id, r->location.name);
  struct junit_case c = case_of(report, r, g, gate);
  c.name = name;
  c.classname = program;
  c.message = sentence_of(report, r, g);
  begin(out, &c, r->verdict.seconds);
  for (int i = 0; i < 2; i++) {
    if (!r->access[i].known) continue;
    omen_buf_addf(out, "  %s by thread T%d:\n", r->access[i].write ? "write" : "read", r->access[i].thread);
    stack(out, &r->access[i].stack);
  }
  end(out, &c);
  free(c.message);
  free(name);
}

static void finding(struct omen_buf *out, const char *program, const struct omen_finding *f, bool counts) {
  struct junit_case c = {.name = f->defect ? f->defect->title : "the run itself",
                         .type = omen_consequence_word(f->consequence),
                         .classname = program,
                         .replay = f->replay,
                         .skipped = f->mark.suppressed,
                         .message = omen_finding_sentence(f),
                         .fails = counts};
  begin(out, &c, 0);
  stack(out, omen_finding_stack(f));
  end(out, &c);
  free(c.message);
}

static void incident(struct omen_buf *out, const char *program, const struct omen_report_incident *i,
                     const struct omen_gate *gate) {
  char *name = omen_format("incident %s", i->id), *prevention = omen_incident_prevention(i);
  const char *word = omen_consequence_word(i->consequence);
  struct junit_case c = {.name = name,
                         .type = word ? word : "incident",
                         .classname = program,
                         .replay = i->replay,
                         .skipped = i->mark.suppressed,
                         .message = omen_incident_sentence(i),
                         .fails = omen_gate_incident(gate, i),
                         .error = !i->confirmed && !i->mark.suppressed && !gate->never};
  begin(out, &c, i->seconds);
  if (i->shown) stack(out, i->shown->end.defect ? &i->shown->end.defect->access.stack : &i->shown->end.stack);
  if (prevention) {
    escape(out, prevention);
    omen_buf_adds(out, "\n");
  }
  end(out, &c);
  free(c.message);
  free(name);
  free(prevention);
}

struct counts {
  size_t cases, fails, errors, skipped;
};

static void count_case(struct counts *n, bool fails, bool error, bool skipped) {
  n->cases++;
  n->fails += fails;
  n->errors += error && !fails;
  n->skipped += skipped;
}

/* As they will be written. */
static struct counts count(const struct omen_report *r, const struct omen_groups *groups,
                           const struct omen_gate *gate) {
  struct counts n = {0};
  const struct omen_group *g;
  for (size_t i = 0; i < r->nraces; i++) {
    if (!omen_groups_leads(groups, i, &g)) continue;
    struct junit_case c = case_of(r, &r->races[i], g, gate);
    count_case(&n, c.fails, c.error, c.skipped);
  }
  for (size_t i = 0; i < r->nfindings; i++)
    count_case(&n, omen_gate_finding(gate, &r->findings[i]), false, r->findings[i].mark.suppressed);
  for (size_t i = 0; i < r->nincidents; i++) {
    const struct omen_report_incident *one = &r->incidents[i];
    count_case(&n, omen_gate_incident(gate, one), !one->confirmed && !one->mark.suppressed && !gate->never,
               one->mark.suppressed);
  }
  return n;
}

void omen_report_junit(const struct omen_report *r, const struct omen_gate *gate, struct omen_buf *out) {
  const char *program = r->argv && r->argv[0] ? r->argv[0] : "program", *slash = strrchr(program, '/');
  struct omen_groups groups = omen_groups_make(r, NULL);
  struct counts n = count(r, &groups, gate);
  const struct omen_group *g;
  if (slash) program = slash + 1;
  omen_buf_addf(
      out,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"%zu\" failures=\"%zu\">\n  <testsuite",
      n.cases + !n.cases, n.fails);
  attribute(out, "name", "omen");
  omen_buf_addf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.3f\">\n",
                n.cases + !n.cases, n.fails, n.errors, n.skipped, r->seconds);
  if (!n.cases) { /* a suite without a case looks as if nothing had been tried */
    omen_buf_adds(out, "    <testcase name=\"no data race was seen\"");
    attribute(out, "classname", program);
    omen_buf_adds(out, " time=\"0.000\"/>\n");
  }
  for (size_t i = 0; i < r->nincidents; i++) incident(out, program, &r->incidents[i], gate);
  for (size_t i = 0; i < r->nraces; i++)
    if (omen_groups_leads(&groups, i, &g)) race(out, program, r, &r->races[i], g, gate);
  omen_groups_release(&groups);
  for (size_t i = 0; i < r->nfindings; i++)
    finding(out, program, &r->findings[i], omen_gate_finding(gate, &r->findings[i]));
  omen_buf_adds(out, "  </testsuite>\n</testsuites>\n");
}
