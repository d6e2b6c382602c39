/* Coverage of races, for people: what triage/race_coverage.h found. */
#include "report/text_parts.h"
#include <jansson.h>
#include <string.h>

static long long count(const json_t *c, const char *key) {
  return (long long)json_integer_value(json_object_get(c, key));
}

static const char *text(const json_t *o, const char *key) {
  const char *s = json_string_value(json_object_get(o, key));
  return s ? s : "?";
}

static void put_side(struct omen_buf *out, const json_t *a) {
  omen_buf_addf(out, "%s %s() %s:%lld%s", text(a, "op"), text(a, "function"), omen_base_name(text(a, "file")),
                count(a, "line"), json_is_true(json_object_get(a, "reached")) ? "" : " (not reached)");
}

void omen_text_coverage(struct omen_text *t) {
  const json_t *c = t->r->race_coverage, *list = c ? json_object_get(c, "worth_a_test") : NULL, *one;
  size_t i;
  if (!c) return;
  omen_buf_addf(
      t->out,
      "omen: coverage of races: of %lld candidates %lld were seen racing, %lld ordered, %lld at different "
      "memory, %lld by one side only; %lld were not reached\n",
      count(c, "candidates"), count(c, "racing"), count(c, "ordered"), count(c, "apart"),
      count(c, "one_side"), count(c, "unreached"));
  if (count(c, "left_out")) omen_buf_adds(t->out, "omen: the list of candidates is not complete\n");
  if (json_is_true(json_object_get(c, "cut")))
    omen_buf_adds(t->out, "omen: only the first million records of a run were looked at\n");
  if (json_array_size(list)) omen_buf_adds(t->out, "omen: most worth a test:\n");
  json_array_foreach(list, i, one) {
    const json_t *sides = json_object_get(one, "accesses");
    omen_buf_addf(t->out, "omen:   `%s`: ", text(json_object_get(one, "location"), "name"));
    put_side(t->out, json_array_get(sides, 0));
    omen_buf_adds(t->out, ", ");
    put_side(t->out, json_array_get(sides, 1));
    omen_buf_adds(t->out, "\n");
  }
}
