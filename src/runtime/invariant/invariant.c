/* When invariants are evaluated, and whom to blame: see invariant.h. */
#include "runtime/invariant/invariant.h"
#include "runtime/abi.h"
#include "runtime/defect.h"
#include "runtime/invariant/eval.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/shadow/guard.h"
#include "runtime/shadow/history.h"
#include "runtime/outcome_write.h"
#include <string.h>

#define FRAMES 24
bool omrt_invariants_on;

struct state {
  struct omrt_evaluation now;
  bool counts; /* it was true once */
  bool broken; /* and is not any more */
  uint64_t evaluated, unknown;
  const char *why_unknown;
};
static struct state *states;
static uint64_t guards_left_out;

/* The last access to what invariants read, which had not been made yet when it came by. */
struct blame {
  bool there;
  char op;
  uint32_t site;
  uint64_t addr, len;
  int n;
  uint64_t pcs[FRAMES];
};
static struct blame last;
static uint64_t opaque_then;
static uint64_t opaque_calls(void) { return __omen_hot.opaque & ~OMEN_OPAQUE_DUE; }

extern const char __start_omen_text[], __stop_omen_text[];

/* ---- what is guarded ---- */

static void guard_again(void) {
  static struct omen_watch *range;
  uint32_t n = 0;
  if (!range) range = omrt_reserve(OMEN_INVARIANTS * OMRT_DEPS * sizeof *range);
  for (uint32_t i = 0; i < omen_extras->invariants; i++)
    for (uint32_t d = 0; d < states[i].now.ndeps; d++)
      range[n++] = (struct omen_watch){states[i].now.dep[d].addr, states[i].now.dep[d].len};
  if (!omrt_guard_set(range, n)) guards_left_out++;
}

static bool same_places(const struct omrt_evaluation *a, const struct omrt_evaluation *b) {
  if (a->ndeps != b->ndeps) return false;
  for (uint32_t i = 0; i < a->ndeps; i++)
    if (a->dep[i].addr != b->dep[i].addr || a->dep[i].len != b->dep[i].len) return false;
  return true;
}

/* ---- violations ---- */

static void violated(const struct omen_invariant *v, const struct state *s, const struct blame *by,
                     const char *what) {
  static char says[2048];
  omrt_invariant_say(omen_extras, v, &s->now, what, says, sizeof says);
  omrt_defect(&(struct omrt_defect){.kind = OMEN_DEFECT_INVARIANT,
                                    .op = by->op,
                                    .site = by->op ? by->site : OMEN_SITE_HEAP,
                                    .addr = by->addr,
                                    .len = by->len,
                                    .frame = __builtin_frame_address(0),
                                    .base = (uint64_t)(v - omen_extra_invariants(omen_extras)) + 1,
                                    .by = {omrt_cur->id, by->n, by->pcs},
                                    .says = says});
}

/* True: what it reads is elsewhere now. */
static bool evaluate(uint32_t i, const struct blame *by) {
  static struct omrt_evaluation then;
  const struct omen_invariant *v = &omen_extra_invariants(omen_extras)[i];
  struct state *s = &states[i];
  then = s->now;
  omrt_evaluate(omen_extras, v, &s->now);
  s->evaluated++;
  if (s->now.truth == OMRT_UNKNOWN) {
    s->unknown++;
    s->why_unknown = s->now.why;
  } else if (s->now.truth == OMRT_TRUE) {
    s->counts = true;
    s->broken = false;
  } else if (s->counts && !s->broken) {
    s->broken = true;
    violated(v, s, by, "violated");
  }
  return !same_places(&then, &s->now);
}

static bool reads(const struct state *s, uint64_t addr, uint64_t len) {
  for (uint32_t d = 0; d < s->now.ndeps; d++)
    if (s->now.dep[d].addr < addr + len && addr < s->now.dep[d].addr + s->now.dep[d].len) return true;
  return false;
}

static void evaluate_after(const struct blame *by) {
  bool moved = false;
  for (uint32_t i = 0; i < omen_extras->invariants; i++)
    if (reads(&states[i], by->addr, by->len)) moved |= evaluate(i, by);
  if (moved) guard_again();
}

/* ---- accesses ---- */

static void settle_last(void) {
  if (!last.there) return;
  static struct blame by;
  by = last;
  last.there = false;
  evaluate_after(&by);
}

void omrt_invariant_access(uint64_t addr, uint64_t len, uint32_t kind, uint32_t site, const void *frame) {
  if (!omrt_invariants_on || !omrt_on) return;
  settle_last();
  if (kind != OMRT_W && kind != OMRT_AW) return;
  last = (struct blame){.there = true, .op = 'w', .site = omen_site_number(site), .addr = addr, .len = len};
  last.n = omrt_backtrace(frame, last.pcs, FRAMES);
}

/* ---- writes that nobody saw ---- */

static bool changed(const struct omrt_dep *d, bool all) {
  uint8_t bytes[16];
  if (d->fixed) return memcmp((const void *)d->addr, d->bytes, d->len) != 0;
  return all && (!omrt_read_safely(d->addr, bytes, d->len) || memcmp(bytes, d->bytes, d->len) != 0);
}

static const struct omrt_dep *changed_of(const struct state *s, bool all) {
  for (uint32_t d = 0; d < s->now.ndeps; d++)
    if (changed(&s->now.dep[d], all)) return &s->now.dep[d];
  return NULL;
}

/* The stack of the program: the runtime's own frames are no place in it. */
static int program_stack(uint64_t *pcs) {
  uint64_t all[FRAMES + 16];
  int n = omrt_backtrace(__builtin_frame_address(0), all, FRAMES + 16), from = 0, k = 0;
  while (from < n && all[from] >= (uint64_t)__start_omen_text && all[from] < (uint64_t)__stop_omen_text)
    from++;
  for (; from < n && k < FRAMES; from++) pcs[k++] = all[from];
  return k;
}

static void settle_unseen(void) {
  bool all = opaque_calls() != opaque_then, moved = false;
  opaque_then = opaque_calls();
  for (uint32_t i = 0; i < omen_extras->invariants; i++) {
    const struct omrt_dep *d = changed_of(&states[i], all);
    if (!d) continue;
    static struct blame by;
    by = (struct blame){.there = true, .addr = d->addr, .len = d->len};
    by.n = program_stack(by.pcs);
    moved |= evaluate(i, &by);
  }
  if (moved) guard_again();
}

void omrt_invariant_settle_now(void) {
  if (!omrt_on) return;
  settle_last();
  settle_unseen();
}

/* ---- beginning and end ---- */

static void begin(void) {
  if (!omrt_on || !omen_extras || !omen_extras->invariants) return;
  states = omrt_reserve(omen_extras->invariants * sizeof *states);
  static const struct blame nobody;
  for (uint32_t i = 0; i < omen_extras->invariants; i++) evaluate(i, &nobody);
  guard_again();
  opaque_then = opaque_calls();
  omrt_invariants_on = true;
}

/* The last of all constructors: what comes next is main. The linker sorts by the number. */
__attribute__((section(".init_array.99999"), used)) static void (*const before_main)(void) = begin;

void omrt_invariant_end(void) {
  if (!omrt_invariants_on || !omrt_on) return;
  omrt_invariant_settle_now();
  for (uint32_t i = 0; i < omen_extras->invariants; i++) {
    struct state *s = &states[i];
    if (s->counts || s->now.truth != OMRT_FALSE) continue;
    s->counts = true;
    static struct blame by;
    by = (struct blame){.there = true};
    by.n = program_stack(by.pcs);
    violated(&omen_extra_invariants(omen_extras)[i], s, &by, "was never true");
  }
}

static void note_unknown(const struct omen_invariant *v, const struct state *s) {
  char text[256];
  uint32_t n = v->ntext < sizeof text - 1 ? v->ntext : sizeof text - 1;
  memcpy(text, omen_extra_text(omen_extras) + v->text, n);
  text[n] = 0;
  for (uint32_t i = 0; i < n; i++)
    if ((unsigned char)text[i] < ' ') text[i] = ' ';
  omrt_note("the invariant '%s' cannot be evaluated, %lu of %lu times: %s", text, s->unknown, s->evaluated,
            s->why_unknown);
}

void omrt_invariant_report(void) {
  if (!states) return;
  uint64_t evaluated = 0;
  for (uint32_t i = 0; i < omen_extras->invariants; i++) {
    evaluated += states[i].evaluated;
    if (states[i].unknown) note_unknown(&omen_extra_invariants(omen_extras)[i], &states[i]);
  }
  omrt_line_counter("invariants_evaluated", evaluated);
  omrt_line_counter("invariants_unguarded", guards_left_out);
}
