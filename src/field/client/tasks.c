/* Tasks from text: a line each,
 *   task CANDIDATE [order=both|first|second] [tau=MILLISECONDS] [phase=context|validate]
 *   budget PERCENT          of the process's CPU time, for all tasks together
 *   waits PERCENT           of wall time, for waits of threads
 * A task names a candidate of the sites file, and nothing else of it can be said from outside. */
#include "field/client/client.h"
#include <string.h>

struct omenf_task omenf_tasks[OMENF_TASKS];
unsigned omenf_tasks_n;
double omenf_budget = 0.005, omenf_wait_share = 0.01;
uint32_t omenf_pulse_us;

enum { TAU_MOST_MS = 200, TAU_USUAL_MS = 50, LINE_MOST = 256 };

static const struct omen_sites_candidate *candidate(const char *id) {
  for (uint32_t i = 0; i < omenf_sites.header->candidates; i++)
    if (!strncmp(omenf_sites.candidates[i].id, id, OMEN_CANDIDATE_ID)) return &omenf_sites.candidates[i];
  return NULL;
}

static void bind(unsigned task) {
  const struct omen_sites_candidate *c = omenf_tasks[task].candidate;
  if (!c->count[0] || !c->count[1]) return; /* it cannot be watched */
  for (int side = 0; side < 2; side++)
    for (uint32_t i = 0; i < c->count[side]; i++)
      omenf_sites.live[omenf_sites.references[c->first[side] + i]].tasks[side] |= (uint64_t)1 << task;
}

static unsigned number(const char *s, unsigned most) {
  unsigned n = 0;
  for (; *s >= '0' && *s <= '9' && n < most; s++) n = n * 10 + (unsigned)(*s - '0');
  return n > most ? most : n;
}

/* PERCENT with at most three digits behind the point, as a part of one. */
static double part(const char *s) {
  double n = 0, digit = 1;
  for (; *s >= '0' && *s <= '9' && n < 100; s++) n = n * 10 + (*s - '0');
  if (*s++ == '.')
    for (int i = 0; i < 3 && *s >= '0' && *s <= '9'; i++, s++) n += (*s - '0') * (digit /= 10);
  return n > 100 ? 1 : n / 100;
}

static bool word(struct omenf_task *t, const char *w) {
  if (!strncmp(w, "tau=", 4)) {
    t->tau_us = number(w + 4, TAU_MOST_MS) * 1000;
    return true;
  }
  if (!strcmp(w, "order=first") || !strcmp(w, "order=second")) {
    t->order = w[6] == 's';
    t->both = false;
    return true;
  }
  if (!strcmp(w, "order=both")) return t->both = true;
  if (!strcmp(w, "phase=context") || !strcmp(w, "phase=validate")) {
    t->phase = w[6] == 'c' ? OMENF_CONTEXT : OMENF_VALIDATE;
    return true;
  }
  return false;
}

static bool take(char *line) {
  char *rest = NULL, *first = strtok_r(line, " \t\r", &rest), *id = strtok_r(NULL, " \t\r", &rest);
  if (!first || *first == '#') return true;
  if (id && !strcmp(first, "budget")) omenf_budget = part(id);
  if (id && !strcmp(first, "waits")) omenf_wait_share = part(id);
  if (id && !strcmp(first, "pulse")) omenf_pulse_us = number(id, 1000000);
  if (id && (!strcmp(first, "budget") || !strcmp(first, "waits") || !strcmp(first, "pulse"))) return true;
  const struct omen_sites_candidate *c = id && !strcmp(first, "task") ? candidate(id) : NULL;
  if (!c || omenf_tasks_n >= OMENF_TASKS) return false;
  struct omenf_task t = {
      .candidate = c, .phase = OMENF_VALIDATE, .tau_us = TAU_USUAL_MS * 1000, .grants = {1, 1}, .both = true};
  for (char *w; (w = strtok_r(NULL, " \t\r", &rest));)
    if (!word(&t, w)) return false;
  for (unsigned i = 0; i < omenf_tasks_n; i++)
    if (omenf_tasks[i].candidate == c) return false;
  omenf_tasks[omenf_tasks_n] = t;
  bind(omenf_tasks_n++);
  return true;
}

unsigned omenf_tasks_read(const char *text, size_t n) {
  unsigned bad = 0;
  for (size_t at = 0; at < n;) {
    const char *end = memchr(text + at, '\n', n - at);
    size_t length = end ? (size_t)(end - text) - at : n - at;
    char line[LINE_MOST] = "";
    if (length < sizeof line) memcpy(line, text + at, length);
    bad += length >= sizeof line || !take(line);
    at += length + 1;
  }
  return bad;
}
