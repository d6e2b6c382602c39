/* Tasks from text: a line each,
 *   code HEX                the tasks behind it are for this code alone
 *   task CANDIDATE [order=both|first|second] [tau=MILLISECONDS] [phase=context|validate]
 * [instances=first|all] [budget=PERCENT] budget PERCENT          of the process's CPU time, for all tasks
 * together waits PERCENT           of wall time, for waits of threads ask yes                 on Ctrl-C: was
 * it as expected? stacks NUMBER           whenever it changes: a report of the stacks of all threads The text
 * is the whole list: another one may take its place while the program runs. A task names a candidate of the
 * sites file, and nothing else of it can be said from outside. */
#include "field/client/client.h"
#include <string.h>
#include <sys/auxv.h>

struct omenf_task omenf_tasks[OMENF_TASKS];
unsigned omenf_tasks_n;
double omenf_budget = 0.005;
uint32_t omenf_waits_ppm = 10000, omenf_pulse_us, omenf_stacks_wanted;
bool omenf_ask;
static bool this_code;
unsigned omenf_tasks_left_out;

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
    for (uint32_t i = 0; i < c->count[side]; i++) {
      struct omenf_site *s = &omenf_sites.live[omenf_sites.references[c->first[side] + i]];
      omenf_sites_bind(s);
      s->tasks[side] |= (uint64_t)1 << task;
    }
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
  if (!strncmp(w, "budget=", 7)) {
    t->budget = part(w + 7);
    return true;
  }
  t->all = !strcmp(w, "instances=all");
  return t->all || !strcmp(w, "instances=first");
}

static const struct omenf_task usual = {
    .phase = OMENF_VALIDATE, .tau_us = TAU_USUAL_MS * 1000, .grants = {1, 1}, .both = true};

/* Where both orders are wanted, every other process tries the second one first: many accesses come once. */
static int first_order(void) {
  const uint8_t *chance = (const uint8_t *)getauxval(AT_RANDOM);
  return chance ? chance[8] & 1 : 0;
}

/* The place of a task: its own, a new one, or that of one which was switched off and has no thread in it. */
static struct omenf_task *place_of(const struct omen_sites_candidate *c) {
  struct omenf_task *free_one = NULL;
  for (unsigned i = 0; i < omenf_tasks_n; i++) {
    if (omenf_tasks[i].candidate == c && !omenf_tasks[i].off) return &omenf_tasks[i];
    if (omenf_tasks[i].off && !omenf_meeting()) free_one = &omenf_tasks[i];
  }
  if (free_one || omenf_tasks_n == OMENF_TASKS) return free_one;
  omenf_tasks[omenf_tasks_n].off = true;
  return &omenf_tasks[omenf_tasks_n++];
}

/* What may change of a task that is there already. Another wait or another phase is another try. */
static void change(struct omenf_task *t, const struct omenf_task *to) {
  if (t->tau_us != to->tau_us || t->phase != to->phase) omenf_renew(t);
  if (t->order != to->order && !to->both) t->order = to->order;
  t->tau_us = to->tau_us;
  t->phase = to->phase;
  t->both = to->both;
  t->all = to->all;
  t->budget = to->budget;
  t->listed = true;
}

static bool take_task(const char *id, char *rest) {
  const struct omen_sites_candidate *c = candidate(id);
  struct omenf_task t = usual;
  t.order = first_order();
  for (char *w; (w = strtok_r(NULL, " \t\r", &rest));)
    if (!word(&t, w)) return false;
  struct omenf_task *at = c ? place_of(c) : NULL;
  if (!at) return false;
  if (!at->off) {
    bool twice = at->listed;
    change(at, &t);
    return !twice;
  }
  t.candidate = c;
  t.listed = true;
  *at = t;
  bind((unsigned)(at - omenf_tasks));
  return true;
}

/* The number of the code of the program itself, as `omen ship` wrote it. */
static bool is_this_code(const char *hex) {
  uint64_t n = 0;
  int digits = 0;
  for (; digits < 17 && *hex; hex++, digits++) {
    const char *all = "0123456789abcdef", *at = strchr(all, *hex);
    if (!at) return false;
    n = n << 4 | (uint64_t)(at - all);
  }
  return digits == 16 && n == omenf_sites.modules[0].text_hash;
}

static bool setting(const char *name, const char *value) {
  if (!strcmp(name, "budget"))
    omenf_budget = part(value);
  else if (!strcmp(name, "waits"))
    omenf_waits_ppm = (uint32_t)(part(value) * 1e6);
  else if (!strcmp(name, "pulse"))
    omenf_pulse_us = number(value, 1000000);
  else if (!strcmp(name, "ask"))
    omenf_ask = !strcmp(value, "yes");
  else if (!strcmp(name, "stacks"))
    omenf_stacks_wanted = number(value, 1000000000);
  else
    return false;
  return true;
}

/* Of more than there are places for, each process takes others, so that all have their turn. */
static unsigned listed_n, listed_from, listed_at;
static void count_tasks(const char *text, size_t n) {
  static const char word[] = "task ";
  const uint64_t *chance = (const uint64_t *)getauxval(AT_RANDOM); /* sixteen bytes */
  listed_n = listed_at = 0;
  for (size_t at = 0; at + sizeof word <= n; at++)
    listed_n += !memcmp(text + at, word, sizeof word - 1) && (!at || text[at - 1] == '\n');
  omenf_tasks_left_out = listed_n > OMENF_TASKS ? listed_n - OMENF_TASKS : 0;
  listed_from = omenf_tasks_left_out && chance ? (unsigned)(*chance >> 8) % listed_n : 0;
}
static bool has_turn(void) {
  unsigned at = listed_at++;
  return !omenf_tasks_left_out || (at + listed_n - listed_from) % listed_n < OMENF_TASKS;
}

/* `unwatched ID WHY` is for the agent, and for people. */
static bool take(char *line) {
  char *rest = NULL, *first = strtok_r(line, " \t\r", &rest), *value = strtok_r(NULL, " \t\r", &rest);
  if (!first || *first == '#' || !strcmp(first, "unwatched")) return true;
  if (!value) return false;
  if (!strcmp(first, "code")) return this_code = is_this_code(value);
  if (!strcmp(first, "task")) return this_code && (!has_turn() || take_task(value, rest));
  return setting(first, value);
}

static void unbind(unsigned task) {
  uint64_t bit = (uint64_t)1 << task;
  for (uint32_t i = 0; i < omenf_sites.bound_n; i++)
    for (int side = 0; side < 2; side++) omenf_sites.bound[i]->tasks[side] &= ~bit;
  omenf_tokens_end(bit);
  omenf_tasks[task].off = true;
}

bool omenf_tasks_code(void) { return this_code; }

unsigned omenf_tasks_read(const char *text, size_t n) {
  unsigned bad = 0;
  this_code = true; /* a list without the line is for whoever reads it */
  count_tasks(text, n);
  omenf_lock();
  for (unsigned i = 0; i < omenf_tasks_n; i++) omenf_tasks[i].listed = false;
  for (size_t at = 0; at < n;) {
    const char *end = memchr(text + at, '\n', n - at);
    size_t length = end ? (size_t)(end - text) - at : n - at;
    char line[LINE_MOST] = "";
    if (length < sizeof line) memcpy(line, text + at, length);
    bad += length >= sizeof line || !take(line);
    at += length + 1;
  }
  for (unsigned i = 0; i < omenf_tasks_n; i++)
    if (!omenf_tasks[i].listed && !omenf_tasks[i].off) unbind(i);
  omenf_unlock();
  return bad;
}
