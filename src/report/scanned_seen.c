/* See scanned_seen.h. An access is known by its file and line. */
#include "report/scanned_seen.h"
#include "base/base.h"
#include <string.h>

static json_t *side(json_t *race, size_t i) { return json_array_get(json_object_get(race, "accesses"), i); }

static bool same_place(json_t *a, json_t *b) {
  const char *x = json_string_value(json_object_get(a, "file")),
             *y = json_string_value(json_object_get(b, "file"));
  return x && y && !strcmp(omen_base_name(x), omen_base_name(y)) &&
         json_equal(json_object_get(a, "line"), json_object_get(b, "line"));
}

static bool same_race(json_t *a, json_t *b) {
  return (same_place(side(a, 0), side(b, 0)) && same_place(side(a, 1), side(b, 1))) ||
         (same_place(side(a, 0), side(b, 1)) && same_place(side(a, 1), side(b, 0)));
}

static void mark(json_t *candidate, json_t *race) {
  json_t *class = json_object_get(race, "class");
  if (json_is_string(class))
    json_object_set(candidate, "seen", class);
  else if (!json_object_get(candidate, "seen"))
    json_object_set_new(candidate, "seen", json_true());
}

static json_t *missed_in(json_t *scan) {
  json_t *list = json_object_get(scan, "missed");
  if (!list) json_object_set_new(scan, "missed", list = json_array());
  return list;
}

void omen_scanned_seen(json_t *scan, json_t *report) {
  json_t *race, *candidate;
  size_t i, k;
  json_array_foreach(json_object_get(report, "races"), i, race) {
    bool found = false;
    json_array_foreach(json_object_get(scan, "candidates"), k, candidate) {
      if (!same_race(candidate, race)) continue;
      mark(candidate, race);
      found = true;
    }
    if (!found) json_array_append(missed_in(scan), json_object_get(race, "id"));
  }
}

size_t omen_scanned_seen_count(json_t *scan) {
  json_t *candidate;
  size_t i, n = 0;
  json_array_foreach(json_object_get(scan, "candidates"), i, candidate) n +=
      json_object_get(candidate, "seen") != NULL;
  return n;
}
