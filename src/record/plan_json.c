/* Plans as JSON: see plan_json.h. */
#include "record/plan_json.h"
#include "record/config.h"
#include "record/plan_bytes.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };

/* ---- words ---- */

#define OMEN_PLAN_HOW(symbol, word, meaning) word,
static const char *const hows[] = {
#include "record/plan_words.def"
    NULL};
#define OMEN_PLAN_DECISION(symbol, word, meaning) word,
static const char *const kinds[] = {
#include "record/plan_words.def"
    NULL};
#define OMEN_PLAN_THEN(symbol, word, meaning) word,
static const char *const thens[] = {
#include "record/plan_words.def"
    NULL};
#define OMEN_PLAN_LEAVE(symbol, word, meaning) word,
static const char *const leaves[] = {
#include "record/plan_words.def"
    NULL};
static const char *const strategies[] = {
#define X(symbol, word, help) word,
#include "record/strategies.def"
    NULL};
static const char *const outsides[] = {"ordered", "free", NULL};
enum { STRATEGIES = sizeof strategies / sizeof *strategies - 1 };

/* ---- writing ---- */

static json_t *number(uint64_t v) {
  char text[24];
  if (v <= INT64_MAX) return json_integer((json_int_t)v);
  snprintf(text, sizeof text, "0x%llx", (unsigned long long)v);
  return json_string(text);
}

static json_t *event_json(const struct omen_plan_event *e) {
  json_t *j = json_pack("{s:o,s:o,s:o,s:o}", "thread", number(e->thread), "point", number(e->point), "site",
                        number(e->site), "repeat", number(e->repeat));
  if (e->call)
    json_object_set_new(j, "call",
                        json_pack("[o,o,b]", number(e->call_point), number(e->call), e->writes != 0));
  return j;
}

static json_t *constraint_json(const struct omen_plan_constraint *c) {
  if (c->how == OMEN_HOW_LOCKS)
    return json_pack("{s:s,s:o,s:o,s:o}", "how", hows[c->how], "thread", number(c->thread), "took",
                     number(c->took), "wants", number(c->wants));
  if (c->how == OMEN_HOW_ORDERED)
    return json_pack("{s:s,s:o,s:o,s:o}", "how", hows[c->how], "site", number(c->earlier.site), "order",
                     number(c->took), "fence", number(c->wants));
  json_t *j = json_pack("{s:s,s:b,s:o,s:o,s:o,s:o}", "how", hows[c->how], "brink", c->brink != 0, "earlier",
                        event_json(&c->earlier), "later", event_json(&c->later), "addr",
                        number(c->where.addr), "len", number(c->where.len));
  if (c->exact) json_object_set_new(j, "exact", json_true());
  if (c->late) json_object_set_new(j, "late", json_true());
  return j;
}

static json_t *hex(const uint8_t *bytes, uint32_t n) {
  char *text = omen_xmalloc(2 * (size_t)n + 1);
  for (uint32_t i = 0; i < n; i++) snprintf(text + 2 * (size_t)i, 3, "%02x", bytes[i]);
  json_t *j = json_stringn(text, 2 * (size_t)n);
  free(text);
  return j;
}

static json_t *decision_json(const struct omen_plan *p, const struct omen_plan_decision *d) {
  json_t *j = json_pack("[s,o,o,o]", kinds[d->kind], number(d->thread), number(d->point), number(d->turn));
  if (d->kind == OMEN_DECISION_INPUT)
    json_array_append_new(j, d->len ? hex(p->input + d->offset, d->len) : json_string(""));
  else
    json_array_append_new(j, number(d->to));
  return j;
}

static json_t *leave_json(const struct omen_plan *p) {
  json_t *j = json_pack("{s:s}", "at", leaves[p->leave.at]);
  if (omen_plan_at_point(p)) json_object_set_new(j, "thread", number(p->leave.thread));
  if (omen_plan_at_point(p) || p->leave.at == OMEN_LEAVE_EVENT)
    json_object_set_new(j, "count", number(p->leave.count));
  if (p->leave.at == OMEN_LEAVE_EVENT) json_object_set_new(j, "seed", number(p->leave.seed));
  return j;
}

json_t *omen_plan_to_json(const struct omen_plan *p) {
  json_t *constraints = json_array(), *decisions = json_array();
  for (uint64_t i = 0; i < p->nconstraints; i++)
    json_array_append_new(constraints, constraint_json(&p->constraints[i]));
  for (uint64_t i = 0; i < p->ndecisions; i++)
    json_array_append_new(decisions, decision_json(p, &p->decisions[i]));
  json_t *tail =
      json_pack("{s:s,s:o,s:o,s:o}", "strategy", strategies[p->tail.strategy], "seed", number(p->tail.seed),
                "decisions", number(p->tail.decisions), "max_events", number(p->tail.max_events));
  if (p->tail.outside) json_object_set_new(tail, "outside", json_string(outsides[p->tail.outside]));
  json_t *j = json_pack("{s:i,s:o,s:o,s:s,s:b,s:b,s:b,s:o,s:o}", "version", VERSION, "leave", leave_json(p),
                        "constraints", constraints, "then", thens[p->then], "follow", p->follow != 0, "tell",
                        p->tell != 0, "region", p->region != 0, "decisions", decisions, "tail", tail);
  if (p->every) json_object_set_new(j, "every", json_true());
  if (p->choices) json_object_set_new(j, "choices", number(p->choices));
  if (p->fine) json_object_set_new(j, "fine", json_true());
  return j;
}

/* ---- reading ---- */

/* The first thing that is wrong stays in the message; all that is read after it does not matter. */
struct reader {
  struct omen_err *err;
  bool wrong;
};

static void complain(struct reader *r, const char *field, const char *what) {
  if (!r->wrong) omen_fail(r->err, "no plan: \"%s\" %s", field, what);
  r->wrong = true;
}

/* `fields`: the names that an object may have, all of which must be there but those that begin with '?'. */
static void expect(struct reader *r, const json_t *j, const char *name, const char *const *fields) {
  size_t known = 0;
  if (!json_is_object(j)) return complain(r, name, "is no object");
  for (; *fields; fields++) {
    bool there = json_object_get(j, *fields + (**fields == '?'));
    known += there;
    if (!there && **fields != '?') return complain(r, *fields, "is missing");
  }
  if (json_object_size(j) != known) complain(r, name, "has a field that no plan has");
}
#define EXPECT(r, j, name, ...) expect(r, j, name, (const char *const[]){__VA_ARGS__, NULL})

static uint64_t take_number(struct reader *r, const json_t *j, const char *field, uint64_t max) {
  const char *text = json_string_value(j);
  char *end = NULL;
  uint64_t v = json_is_integer(j) ? (uint64_t)json_integer_value(j) : 0;
  if (text && !strncmp(text, "0x", 2) && strspn(text + 2, "0123456789abcdef") == 16)
    v = strtoull(text, &end, 16);
  bool is = json_is_integer(j) ? json_integer_value(j) >= 0 : end && !*end && v > INT64_MAX;
  if (!is || v > max) complain(r, field, "is no number that fits there");
  return is && v <= max ? v : 0;
}
static uint64_t take_u64(struct reader *r, const json_t *j, const char *field) {
  return take_number(r, json_object_get(j, field), field, UINT64_MAX);
}
static uint32_t take_u32(struct reader *r, const json_t *j, const char *field) {
  return (uint32_t)take_number(r, json_object_get(j, field), field, UINT32_MAX);
}

static uint32_t take_flag(struct reader *r, const json_t *j, const char *field) {
  const json_t *v = json_object_get(j, field);
  if (!json_is_boolean(v)) complain(r, field, "is neither true nor false");
  return json_is_true(v);
}

static uint32_t take_word(struct reader *r, const json_t *j, const char *field, const char *const *words) {
  const char *text = json_string_value(j);
  for (uint32_t i = 0; text && words[i]; i++)
    if (!strcmp(text, words[i])) return i;
  complain(r, field, "is a word that no plan has");
  return 0;
}

static void take_call(struct reader *r, const json_t *call, struct omen_plan_event *e) {
  if (!call) return;
  if (json_array_size(call) != 3 || !json_is_boolean(json_array_get(call, 2)))
    return complain(r, "call", "is not [POINT, NTH, WRITES]");
  e->call_point = take_number(r, json_array_get(call, 0), "call", UINT64_MAX);
  e->call = (uint32_t)take_number(r, json_array_get(call, 1), "call", UINT32_MAX);
  e->writes = json_is_true(json_array_get(call, 2));
  if (!e->call) complain(r, "call", "counts from 1");
}

static struct omen_plan_event take_event(struct reader *r, const json_t *j, const char *field) {
  const json_t *o = json_object_get(j, field);
  EXPECT(r, o, field, "thread", "point", "site", "repeat", "?call");
  struct omen_plan_event e = {.thread = take_u32(r, o, "thread"),
                              .site = take_u32(r, o, "site"),
                              .point = take_u64(r, o, "point"),
                              .repeat = take_u64(r, o, "repeat")};
  take_call(r, json_object_get(o, "call"), &e);
  return e;
}

static struct omen_plan_constraint take_constraint(struct reader *r, const json_t *j) {
  struct omen_plan_constraint c = {.how = take_word(r, json_object_get(j, "how"), "how", hows)};
  if (r->wrong) return c;
  if (c.how == OMEN_HOW_LOCKS) {
    EXPECT(r, j, "constraints", "how", "thread", "took", "wants");
    c.thread = take_u32(r, j, "thread");
    c.took = take_u64(r, j, "took");
    c.wants = take_u64(r, j, "wants");
    return c;
  }
  if (c.how == OMEN_HOW_ORDERED) {
    EXPECT(r, j, "constraints", "how", "site", "order", "fence");
    c.earlier.site = take_u32(r, j, "site");
    c.took = take_u64(r, j, "order");
    c.wants = take_u64(r, j, "fence");
    return c;
  }
  EXPECT(r, j, "constraints", "how", "brink", "earlier", "later", "addr", "len", "?exact", "?late");
  c.brink = take_flag(r, j, "brink");
  c.exact = json_object_get(j, "exact") && take_flag(r, j, "exact");
  c.late = json_object_get(j, "late") && take_flag(r, j, "late");
  c.earlier = take_event(r, j, "earlier");
  c.later = take_event(r, j, "later");
  c.where = (struct omen_watch){take_u64(r, j, "addr"), take_u64(r, j, "len")};
  return c;
}

static int nibble(char c) {
  const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;
  return at ? (int)(at - digits) : -1;
}

static void take_input(struct reader *r, const json_t *j, struct omen_plan_decision d, struct omen_plan *p) {
  const char *text = json_string_value(j);
  size_t n = json_string_length(j);
  if (!text || n % 2 || n / 2 > OMEN_PLAN_INPUT - p->ninput)
    return complain(r, "decisions", "has input that is not bytes in hex");
  uint8_t *bytes = omen_xmalloc(n / 2 + 1);
  for (size_t i = 0; i < n / 2; i++) {
    int high = nibble(text[2 * i]), low = nibble(text[2 * i + 1]);
    if (high < 0 || low < 0) complain(r, "decisions", "has input that is not bytes in hex");
    bytes[i] = (uint8_t)((high & 15) << 4 | (low & 15));
  }
  omen_plan_add_input(p, d, bytes, (uint32_t)(n / 2));
  free(bytes);
}

static void take_decision(struct reader *r, const json_t *j, struct omen_plan *p) {
  struct omen_plan_decision d = {.kind = take_word(r, json_array_get(j, 0), "decisions", kinds)};
  if (json_array_size(j) != 5) complain(r, "decisions", "has one that is too long or too short");
  if (r->wrong) return;
  d.thread = (uint32_t)take_number(r, json_array_get(j, 1), "decisions", UINT32_MAX);
  d.point = take_number(r, json_array_get(j, 2), "decisions", UINT64_MAX);
  d.turn = (uint32_t)take_number(r, json_array_get(j, 3), "decisions", UINT32_MAX);
  if (d.kind == OMEN_DECISION_INPUT) return take_input(r, json_array_get(j, 4), d, p);
  d.to = (uint32_t)take_number(r, json_array_get(j, 4), "decisions", UINT32_MAX);
  omen_plan_add_decision(p, &d);
}

static void take_lists(struct reader *r, const json_t *j, struct omen_plan *p) {
  const json_t *constraints = json_object_get(j, "constraints"), *decisions = json_object_get(j, "decisions");
  if (!json_is_array(constraints) || json_array_size(constraints) > OMEN_PLAN_CONSTRAINTS)
    return complain(r, "constraints", "is no list of a million at most");
  if (!json_is_array(decisions) || json_array_size(decisions) > OMEN_PLAN_DECISIONS)
    return complain(r, "decisions", "is no list of a million at most");
  for (size_t i = 0; i < json_array_size(constraints) && !r->wrong; i++) {
    struct omen_plan_constraint c = take_constraint(r, json_array_get(constraints, i));
    omen_plan_add_constraint(p, &c);
  }
  for (size_t i = 0; i < json_array_size(decisions) && !r->wrong; i++)
    take_decision(r, json_array_get(decisions, i), p);
}

static void take_leave(struct reader *r, const json_t *j, struct omen_plan *p) {
  p->leave.at = take_word(r, json_object_get(j, "at"), "at", leaves);
  if (omen_plan_at_point(p))
    EXPECT(r, j, "leave", "at", "thread", "count");
  else if (p->leave.at == OMEN_LEAVE_EVENT)
    EXPECT(r, j, "leave", "at", "count", "seed");
  else
    EXPECT(r, j, "leave", "at");
  if (omen_plan_at_point(p)) p->leave.thread = take_u32(r, j, "thread");
  if (omen_plan_at_point(p) || p->leave.at == OMEN_LEAVE_EVENT) p->leave.count = take_u64(r, j, "count");
  if (p->leave.at == OMEN_LEAVE_EVENT) p->leave.seed = take_u64(r, j, "seed");
}

static void take_tail(struct reader *r, const json_t *j, struct omen_plan *p) {
  EXPECT(r, j, "tail", "strategy", "seed", "decisions", "max_events", "?outside");
  p->tail.strategy = take_word(r, json_object_get(j, "strategy"), "strategy", strategies);
  p->tail.seed = take_u64(r, j, "seed");
  p->tail.decisions = take_u64(r, j, "decisions");
  p->tail.max_events = take_u64(r, j, "max_events");
  const json_t *outside = json_object_get(j, "outside");
  if (outside) p->tail.outside = take_word(r, outside, "outside", outsides);
}

int omen_plan_from_json(struct omen_plan *out, const json_t *j, struct omen_err *err) {
  struct reader r = {.err = err};
  struct omen_plan p = {0};
  const json_t *version = json_object_get(j, "version");
  *out = p;
  if (json_is_integer(version) && json_integer_value(version) != VERSION)
    return omen_fail(err, "the plan is of another version of Omen");
  EXPECT(&r, j, "plan", "version", "leave", "constraints", "then", "follow", "tell", "region", "decisions",
         "tail", "?every", "?choices", "?fine");
  if (!json_is_integer(version)) complain(&r, "version", "is no number");
  p.then = take_word(&r, json_object_get(j, "then"), "then", thens);
  p.follow = take_flag(&r, j, "follow");
  p.tell = take_flag(&r, j, "tell");
  p.region = take_flag(&r, j, "region");
  p.every = json_object_get(j, "every") && take_flag(&r, j, "every");
  if (json_object_get(j, "choices")) p.choices = take_u32(&r, j, "choices");
  p.fine = json_object_get(j, "fine") && take_flag(&r, j, "fine");
  take_leave(&r, json_object_get(j, "leave"), &p);
  take_tail(&r, json_object_get(j, "tail"), &p);
  take_lists(&r, j, &p);
  const char *wrong = r.wrong ? NULL : omen_plan_wrong(&p, STRATEGIES);
  if (wrong) omen_fail(err, "no plan: %s", wrong);
  if (r.wrong || wrong) return omen_plan_release(&p), -1;
  *out = p;
  return 0;
}
