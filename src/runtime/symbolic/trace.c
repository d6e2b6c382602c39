/* Decisions and outputs, and the file that they are written to: see trace.h and record/symbolic.h. */
#include "runtime/symbolic/trace.h"
#include "runtime/abi_symbolic.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/symbolic/input.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/symbolic.h"
#include <string.h>

enum {
  STEPS = 1 << 20,
  OUTPUTS = 4 << 20,
  TABLES = 1 << 14,
  TABLE_BYTES = 64 << 20,
  STRINGS = 1 << 20,
  MODULES = 256
};
enum { KNOWN_TRUE = 1, KNOWN_FALSE = 2, KNOWN_LOST = 4 };

static struct omen_sym_step *steps;
static struct omen_sym_output *outputs;
static struct omen_sym_table *tables;
static uint8_t *table_bytes, *known; /* by expression */
static char *strings;
static struct omen_sym_header head = {.magic = OMEN_SYM_MAGIC};
static bool cut; /* something was left out */
static int file = -1;
static struct {
  const uint8_t *covered;
  uint32_t n;
} modules[MODULES];
static uint32_t nmodules;

void omrt_trace_init(void) {
  if (steps) return;
  steps = omrt_reserve(STEPS * sizeof *steps);
  outputs = omrt_reserve(OUTPUTS * sizeof *outputs);
  tables = omrt_reserve(TABLES * sizeof *tables);
  table_bytes = omrt_reserve(TABLE_BYTES);
  known = omrt_reserve(OMRT_EXPR_LIMIT);
  strings = omrt_reserve(STRINGS);
  head.string_bytes = 1;
}

/* ---- strings and tables ---- */

uint32_t omrt_trace_string(const char *s) {
  uint64_t n = strlen(s) + 1;
  for (uint64_t at = 0; at < head.string_bytes; at += strlen(strings + at) + 1)
    if (strcmp(strings + at, s) == 0) return (uint32_t)at;
  if (n > STRINGS - head.string_bytes) {
    cut = true;
    return 0;
  }
  memcpy(strings + head.string_bytes, s, n);
  head.string_bytes += n;
  return (uint32_t)(head.string_bytes - n);
}

const char *omrt_trace_text(uint32_t at) { return strings + at; }

int64_t omrt_trace_table(const void *data, uint32_t elements, uint32_t width) {
  uint64_t n = (uint64_t)elements * width / 8;
  for (uint32_t i = head.tables; i--;)
    if (tables[i].elements == elements && tables[i].width == width &&
        memcmp(table_bytes + tables[i].offset, data, n) == 0)
      return i;
  if (head.tables == TABLES || n > TABLE_BYTES - 8 - head.table_bytes) {
    cut = true;
    return -1;
  }
  tables[head.tables] = (struct omen_sym_table){elements, width, head.table_bytes};
  memcpy(table_bytes + head.table_bytes, data, n);
  head.table_bytes += (n + 7) & ~7ull;
  return head.tables++;
}

const void *omrt_trace_table_data(uint32_t table) { return table_bytes + tables[table].offset; }

/* ---- steps ---- */

static void add(uint32_t e, enum omen_sym_kind kind, bool taken, uint32_t site, const char *why) {
  if (head.steps == STEPS) {
    cut = true;
    return;
  }
  steps[head.steps++] = (struct omen_sym_step){.expr = e,
                                               .kind = (uint8_t)kind,
                                               .taken = taken,
                                               .thread = (uint16_t)(omrt_cur ? omrt_cur->id : 0),
                                               .site = site,
                                               .why = why ? omrt_trace_string(why) : 0,
                                               .event = omrt_events};
}

const struct omen_sym_step *omrt_trace_steps(uint32_t *n) {
  *n = head.steps;
  return steps;
}

/* True: it was known already that c is `v`. */
static bool learn(uint32_t c, bool v) {
  if (omrt_expr_is(c, OMEN_SYM_NOT)) {
    c = omrt_expr_nodes[c].a;
    v = !v;
  }
  uint8_t bit = v ? KNOWN_TRUE : KNOWN_FALSE;
  bool was = known[c] & bit;
  known[c] |= bit;
  return was;
}

/* An expression that says something else than what happened is wrong: nothing is better. */
static bool speaks(uint32_t c, bool v) {
  if (!c || omrt_expr_constant(c)) return false;
  if (omrt_expr_width(c) == 1 && omrt_expr_value(c) == v) return true;
  omrt_shade_stale++;
  return false;
}

void omrt_trace_branch(uint32_t c, bool taken, uint32_t site) {
  if (speaks(c, taken) && !learn(c, taken)) add(c, OMEN_SYM_BRANCH_STEP, taken, site, NULL);
}

static uint16_t way_number(uint32_t n) { return (uint16_t)(n && n < OMEN_SYM_NO_WAY ? n : OMEN_SYM_NO_WAY); }

void omrt_trace_choice(struct omrt_choice *c, uint32_t condition, uint32_t which) {
  bool taken = which == c->chosen;
  uint32_t before = head.steps;
  omrt_trace_branch(condition, taken, c->site);
  if (head.steps == before) return;
  struct omen_sym_step *s = &steps[before];
  s->on = c->on;
  s->which = way_number(which) | (c->open ? 0 : OMEN_SYM_FIRST_OF_CHOICE);
  s->chosen = way_number(c->chosen);
  c->open = true;
}

void omrt_trace_assume(uint32_t c, uint32_t site, const char *why) {
  if (speaks(c, true) && !learn(c, true)) add(c, OMEN_SYM_PIN_STEP, true, site, why);
}

void omrt_trace_pin(uint32_t e, uint32_t site, const char *why) {
  if (e && omrt_expr_width(e) <= 64) omrt_trace_assume(omrt_expr_is_const(e, omrt_expr_value(e)), site, why);
}

void omrt_trace_fault(uint32_t c, uint32_t site, const char *why) {
  if (!c || omrt_expr_constant(c)) return;
  bool v = omrt_expr_value(c);
  if (!learn(c, v)) add(c, OMEN_SYM_FAULT_STEP, v, site, why);
}

void omrt_trace_lost(uint32_t e, uint32_t site, const char *why) {
  if (!e || omrt_expr_constant(e) || known[e] & KNOWN_LOST) return;
  known[e] |= KNOWN_LOST;
  add(e, OMEN_SYM_LOST_STEP, false, site, why);
}

void omrt_trace_compared(uint32_t e, uint64_t n, const char *with, uint32_t site) {
  uint32_t before = head.steps;
  if (!omrt_expr_is(e, OMEN_SYM_INPUT) || n >= OMEN_SYM_NO_WAY) return;
  add(e, OMEN_SYM_COMPARED_STEP, false, site, with);
  if (head.steps > before) steps[before].chosen = (uint16_t)n;
}

void omrt_trace_unknown(uint32_t site, const char *why) { add(0, OMEN_SYM_LOST_STEP, false, site, why); }

void omrt_sym_live(void) {
  if (omrt_sym_on) add(0, OMEN_SYM_LIVE_STEP, false, UINT32_MAX, NULL);
}

void omrt_trace_output(uint32_t fd, uint64_t offset, uint32_t e) {
  if (!e || omrt_expr_constant(e)) return;
  if (head.outputs == OUTPUTS)
    cut = true;
  else
    outputs[head.outputs++] = (struct omen_sym_output){fd, e, offset};
}

void omrt_trace_unsay(uint32_t fd, uint64_t offset, uint64_t n) {
  uint64_t look = n + 4096; /* they are among the last ones */
  uint32_t from = head.outputs > look ? (uint32_t)(head.outputs - look) : 0, to = from;
  for (uint32_t i = from; i < head.outputs; i++)
    if (outputs[i].fd != fd || outputs[i].offset < offset || outputs[i].offset - offset >= n)
      outputs[to++] = outputs[i];
  head.outputs = to;
}

/* ---- the file ---- */

bool omrt_sym_variant;

void __omen_sym_module(const uint8_t *covered, uint32_t n, const void *const *functions,
                       uint32_t nfunctions) {
  omrt_sym_variant = true;
  omrt_outward_followed(functions, nfunctions);
  if (!omrt_input_ready())
    omrt_fatal("cannot reserve the flags of symbolic memory: is there a limit on address space?");
  if (nmodules == MODULES) return;
  modules[nmodules].covered = covered;
  modules[nmodules++].n = n;
}

uint32_t omrt_sym_covered(uint8_t *bits, uint32_t bytes) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < nmodules; i++)
    for (uint32_t k = 0; k < modules[i].n; k++, at++)
      if (modules[i].covered[k] && at / 8 < bytes) bits[at / 8] |= (uint8_t)(1u << at % 8);
  return at;
}

static uint8_t *pack_covered(void) {
  head.blocks = omrt_sym_covered(NULL, 0);
  head.covered_bytes = (head.blocks + 7) / 8;
  uint8_t *bits = omrt_alloc(head.covered_bytes + 1);
  omrt_sym_covered(bits, head.covered_bytes);
  return bits;
}

/* By descriptor and place; a few streams take turns, so it is nearly in order. */
static bool before(const struct omen_sym_output *a, const struct omen_sym_output *b) {
  return a->fd != b->fd ? a->fd < b->fd : a->offset < b->offset;
}
static void sort_outputs(struct omen_sym_output *v, struct omen_sym_output *tmp, uint32_t n) {
  if (n < 2) return;
  uint32_t mid = n / 2, i = 0, k = mid, to = 0;
  sort_outputs(v, tmp, mid);
  sort_outputs(v + mid, tmp, n - mid);
  if (!before(&v[mid], &v[mid - 1])) return;
  while (i < mid || k < n) tmp[to++] = k == n || (i < mid && !before(&v[k], &v[i])) ? v[i++] : v[k++];
  memcpy(v, tmp, n * sizeof *v);
}

static void section(struct omrt_out *o, const void *data, uint64_t n) {
  static const char zeros[8];
  omrt_out_write(o, data, n);
  omrt_out_write(o, zeros, -n & 7);
}

void omrt_sym_move(int fd) { file = fd; }

void omrt_sym_finish(void) {
  if (!omrt_sym_on) return;
  omrt_sym_on = false;
  __omen_sym_hot.on = 0;
  if (!(omrt_config->flags & OMEN_FLAG_SYMBOLIC)) return; /* nobody asked */
  struct omrt_out o = {.fd = file, .cap = 1 << 16};
  if (file < 0)
    omrt_out_open(&o, "symbolic");
  else
    o.buf = omrt_alloc(o.cap);
  uint8_t *covered = pack_covered();
  sort_outputs(outputs, omrt_reserve((head.outputs + 1) * sizeof *outputs), head.outputs);
  head.nodes = omrt_expr_count;
  head.incomplete = omrt_expr_missed || omrt_shade_missed || cut;
  head.stale = omrt_shade_stale;
  head.ended = omrt_shade_ended;
  section(&o, &head, sizeof head);
  section(&o, omrt_expr_nodes, head.nodes * sizeof *omrt_expr_nodes);
  section(&o, steps, head.steps * sizeof *steps);
  section(&o, outputs, head.outputs * sizeof *outputs);
  section(&o, tables, head.tables * sizeof *tables);
  section(&o, table_bytes, head.table_bytes);
  section(&o, strings, head.string_bytes);
  section(&o, covered, head.covered_bytes);
  omrt_out_flush(&o);
}
