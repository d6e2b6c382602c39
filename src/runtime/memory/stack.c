/* See stack.h. */
#include "runtime/memory/stack.h"
#include "runtime/abi.h"
#include "runtime/fiber/fiber.h"
#include "runtime/memory/left_stacks.h"
#include "runtime/shadow/poison.h"
#include "runtime/sched/sched.h"
#include "runtime/shadow/history.h"
#include "runtime/shadow/shadow.h"

_Static_assert(OMEN_CELL_BAD == OMRT_ID_BAD, "frames write what the shadow reads");

#define VARIABLES 10000u     /* of a frame, at most: what only looks like one has any number */
#define SEARCH (64ull << 10) /* bytes below an address in which its frame may begin, on a foreign stack */
#define FRAMES 4096          /* of a chain */
#define LAZY 1024u           /* bytes of a variable from which on it is cleared when its block is entered */
#define FORGET 4096          /* bytes behind an old mark that are forgotten with it, at most */

extern const char __start_omen_text[], __stop_omen_text[];

struct header {
  uint64_t state;
  const struct omen_frame_layout *layout;
  uint64_t fp, length; /* length: of an array, whose layout has size 0 */
};
_Static_assert(sizeof(struct header) == OMEN_FRAME_HEADER, "the ABI says so");

OMEN_API struct omen_left __omen_left[OMEN_LEFT];

/* --- entering and leaving, where the code does not do it itself --- */

static bool idle(void) { return !omrt_on || !omrt_checks_memory(); }

static uint64_t marked(const struct omen_frame_variable *v) {
  return v->size < OMEN_FRAME_MARKED ? v->size : OMEN_FRAME_MARKED;
}

static uint64_t *out_of_block(void *frame) { return &((struct header *)frame)->length; }

/* Where nothing is marked, as in most second passes, calls come here for nothing: what is done is apart, so
 * that no registers are saved for it. */
OMRT_COLD static void enter(void *frame, const struct omen_frame_layout *l) {
  uint64_t at = (uint64_t)frame, end = at + l->size;
  for (uint32_t i = 0; i < l->n; i++) {
    const struct omen_frame_variable *v = &l->variable[i];
    uint64_t base = (uint64_t)frame + v->at;
    omrt_poison(at, base - at);
    if (v->escapes == OMEN_SCOPED && v->size >= LAZY && v->size <= OMEN_FRAME_MARKED)
      *out_of_block(frame) |= 1ull << i; /* so it begins, and most calls never come there */
    else
      omrt_unpoison(base, v->size);
    at = base + v->size;
  }
  omrt_poison(at, end - at);
}

OMEN_SLOW void __omen_frame_enter(void *frame, const struct omen_frame_layout *l) {
  if (!idle() && omrt_marks_memory()) enter(frame, l);
}

OMRT_COLD static void leave(void *frame, const struct omen_frame_layout *l) {
  if (!l->escapes) {
    omrt_unpoison((uint64_t)frame, l->size);
    return;
  }
  __omen_left[(uint64_t)frame / sizeof *__omen_left % OMEN_LEFT] = (struct omen_left){frame, l};
  uint64_t bad = l->scoped ? *out_of_block(frame) : 0; /* already */
  for (uint32_t i = 0; i < l->n; i++) {
    const struct omen_frame_variable *v = &l->variable[i];
    if (v->escapes && (i >= 64 || !(bad >> i & 1))) omrt_poison((uint64_t)frame + v->at, marked(v));
  }
}

OMEN_SLOW void __omen_frame_leave(void *frame, const struct omen_frame_layout *l) {
  if (!idle() && omrt_marks_memory()) leave(frame, l);
}

OMRT_COLD static void enter_block(void *frame, uint32_t k) {
  const struct omen_frame_variable *v = &((const struct header *)frame)->layout->variable[k];
  omrt_unpoison((uint64_t)frame + v->at, marked(v));
}

OMEN_SLOW void __omen_scope_enter(void *frame, uint32_t k) {
  if (!(*out_of_block(frame) >> k & 1)) return; /* for the first time, or no checks */
  *out_of_block(frame) &= ~(1ull << k);
  if (!idle() && omrt_marks_memory()) enter_block(frame, k);
}

OMRT_COLD static void leave_block(void *frame, uint32_t k) {
  const struct omen_frame_variable *v = &((const struct header *)frame)->layout->variable[k];
  omrt_poison_settled((uint64_t)frame + v->at, marked(v));
}

OMEN_SLOW void __omen_scope_leave(void *frame, uint32_t k) {
  if (idle() || *out_of_block(frame) >> k & 1) return; /* left before, and not entered since */
  *out_of_block(frame) |= 1ull << k;
  if (omrt_marks_memory()) leave_block(frame, k);
}

OMEN_API void __omen_array_enter(void *whole, uint64_t size, const struct omen_frame_layout *l,
                                 const void *fp) {
  if (idle()) return;
  *(struct header *)whole = (struct header){OMEN_FRAME_LIVE, l, (uint64_t)fp, size};
  uint64_t array = (uint64_t)whole + l->variable[0].at, end = array + ((size + 31) & ~15ull);
  omrt_poison((uint64_t)whole, array - (uint64_t)whole);
  omrt_unpoison(array, size);
  omrt_poison(array + size, end - array - size);
}

OMEN_API void __omen_arrays_leave(const void *from, const void *to) {
  if (!idle() && from < to) omrt_unpoison((uint64_t)from, (uint64_t)to - (uint64_t)from);
}

/* --- whose stack --- */

static struct omrt_fiber *owner_of(uint64_t addr) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (addr >= f->stack_lo && addr < f->stack_hi) return f;
  return NULL;
}

/* On the stack of a thread that has ended, which is nobody's until another thread gets it. */
static bool ended(uint64_t addr) {
  for (const struct omrt_fiber *f = omrt_laid; f; f = f->laid_next)
    if (addr >= f->stack_lo && addr < f->stack_hi) return true;
  return false;
}

/* The frame pointer from which a fiber's chain begins (fiber.S has what omrt_fiber_swap saves). */
static uint64_t chain_of(const struct omrt_fiber *f, const void *frame) {
  if (f == omrt_cur) return (uint64_t)frame;
  if (f->entry) return ((const struct omrt_frame *)f->entry)->rbp;
  return ((const uint64_t *)f->sp)[6];
}

static bool in_runtime(uint64_t pc) {
  return pc >= (uint64_t)__start_omen_text && pc < (uint64_t)__stop_omen_text;
}

/* The program's own stack pointer; 0: not known (it runs on another stack). */
static uint64_t lowest_of(const struct omrt_fiber *f, const void *frame) {
  uint64_t fp = chain_of(f, frame), last = 0;
  if (f != omrt_cur && f->entry) {
    uint64_t sp = ((const struct omrt_frame *)f->entry)->rsp;
    return sp >= f->stack_lo && sp < f->stack_hi ? sp : 0;
  }
  for (int i = 0; i < FRAMES && fp > last && omrt_frame_fits(fp, f->stack_lo, f->stack_hi); i++) {
    const uint64_t *words = (const uint64_t *)fp;
    if (f == omrt_cur || !in_runtime(words[1])) return fp + 16;
    last = fp;
    fp = words[0];
  }
  return 0;
}

/* Is a call of this frame pointer still going on? A chain that is broken (code without frame pointers) proves
 * nothing. */
enum going { GOING, OVER, UNCLEAR };
static enum going going_on(uint64_t fp, uint64_t wanted, uint64_t lo, uint64_t hi) {
  for (int i = 0; i < FRAMES && omrt_frame_fits(fp, lo, hi); i++) {
    if (fp == wanted) return GOING;
    if (fp > wanted) return OVER;
    uint64_t next = *(const uint64_t *)fp;
    if (next <= fp) return UNCLEAR;
    fp = next;
  }
  return UNCLEAR;
}

/* --- which frame --- */

static uint64_t size_of(const struct header *h) {
  if (h->layout->size) return h->layout->size;
  return h->layout->variable[0].at + ((h->length + 31) & ~15ull);
}

static uint64_t length_of(const struct header *h, const struct omen_frame_variable *v) {
  return h->layout->size ? v->size : h->length;
}

static bool plausible(const struct header *h, uint64_t addr) {
  const struct omen_frame_layout *l = h->layout;
  if (h->state != OMEN_FRAME_LIVE && h->state != OMEN_FRAME_GONE) return false;
  if ((uint64_t)l & 7 || !omrt_page_readable((uintptr_t)l)) return false;
  if (!l->n || l->n > VARIABLES || !omrt_page_readable((uintptr_t)&l->variable[l->n])) return false;
  return addr - (uint64_t)h < size_of(h);
}

/* The next frame from `from` downwards to `end` that may cover the address. */
static const struct header *search(uint64_t from, uint64_t end, uint64_t addr) {
  for (uint64_t at = from & ~15ull; at >= end && at > 16; at -= 16)
    if (plausible((const struct header *)at, addr)) return (const struct header *)at;
  return NULL;
}

static const struct omen_frame_variable *variable_at(const struct header *h, uint64_t addr, bool *inside) {
  const struct omen_frame_layout *l = h->layout;
  uint64_t at = addr - (uint64_t)h;
  const struct omen_frame_variable *best = &l->variable[0];
  *inside = false;
  for (uint32_t i = 0; i < l->n; i++) {
    const struct omen_frame_variable *v = &l->variable[i];
    if (at >= v->at && at < v->at + length_of(h, v)) *inside = true;
    /* in a gap: the one in front of it, except for what is just before the next */
    if (at >= v->at || v->at - at <= 4) best = v;
  }
  return best;
}

static void describe(uint64_t frame, const struct omen_frame_layout *l, const struct omen_frame_variable *v,
                     uint64_t length, struct omrt_hit *out) {
  static char says[200];
  out->base = frame + v->at;
  out->size = length;
  if (*v->name)
    omrt_fmt(says, sizeof says, "variable %s of %s", v->name, l->function);
  else
    omrt_fmt(says, sizeof says, "a variable of %s", l->function);
  out->says = says;
}

static enum omrt_stack_verdict beside(const struct header *h, uint64_t addr, struct omrt_hit *out) {
  bool inside;
  const struct omen_frame_variable *v = variable_at(h, addr, &inside);
  *out = (struct omrt_hit){.place = "stack"};
  describe((uint64_t)h, h->layout, v, length_of(h, v), out);
  return OMRT_STACK_WRONG;
}

static bool left_its_block(const struct header *h, uint64_t addr) {
  bool inside;
  const struct omen_frame_layout *l = h->layout;
  uint64_t k = (uint64_t)(variable_at(h, addr, &inside) - l->variable);
  return l->size && l->scoped && inside && k < 64 && h->length >> k & 1;
}

static enum omrt_stack_verdict out_of_scope(const struct header *h, uint64_t addr, struct omrt_hit *out) {
  beside(h, addr, out);
  out->over = out->scope = true;
  return OMRT_STACK_WRONG;
}

/* A variable of a call that is over. */
static enum omrt_stack_verdict over(uint64_t addr, struct omrt_hit *out) {
  *out = (struct omrt_hit){.place = "stack", .over = true, .base = addr};
  for (uint32_t i = 0; i < OMEN_LEFT; i++) {
    uint64_t frame = (uint64_t)__omen_left[i].frame;
    const struct omen_frame_layout *l = __omen_left[i].layout;
    if (!l || addr < frame || !omrt_page_readable((uintptr_t)l)) continue;
    for (uint32_t k = 0; k < l->n; k++)
      if (addr - frame - l->variable[k].at < l->variable[k].size)
        describe(frame, l, &l->variable[k], l->variable[k].size, out);
  }
  return OMRT_STACK_WRONG;
}

/* The mark is old: forgotten, up to where another frame begins. */
static enum omrt_stack_verdict fine(uint64_t addr, const struct header *h) {
  uint64_t at = addr & ~15ull, end = h ? (uint64_t)h + size_of(h) : at + 16;
  if (end > at + FORGET) end = at + FORGET;
  if (end <= at) end = at + 16;
  for (uint64_t next = at + 16; next < end; next += 16)
    if (*(const uint64_t *)next == OMEN_FRAME_LIVE) end = next;
  omrt_unpoison(at, end - at);
  return OMRT_STACK_FINE;
}

/* --- judging --- */

/* On a stack of the program's own making only the thread that runs on it is known. */
static enum omrt_stack_verdict judge_foreign(uint64_t addr, const void *frame, struct omrt_hit *out) {
  uint64_t end = addr & ~4095ull;
  while (addr - end < SEARCH && omrt_page_readable(end - 4096)) end -= 4096;
  const struct header *h = omrt_page_readable(addr) ? search(addr, end, addr) : NULL;
  if (!h) return OMRT_STACK_NONE;
  bool inside;
  variable_at(h, addr, &inside);
  if (h->state == OMEN_FRAME_LIVE && !inside &&
      going_on((uint64_t)frame, h->fp, (uint64_t)frame, h->fp + 16) == GOING)
    return beside(h, addr, out);
  return fine(addr, h);
}

enum omrt_stack_verdict omrt_stack_judge(uint64_t addr, const void *frame, struct omrt_hit *out) {
  const struct omrt_fiber *f = owner_of(addr);
  if (!f) return ended(addr) ? over(addr, out) : judge_foreign(addr, frame, out);
  uint64_t low = lowest_of(f, frame);
  if (!low) return fine(addr, NULL);
  if (addr < low) return over(addr, out);
  const struct header *h = search(addr, low, addr), *old = NULL;
  for (; h; h = search((uint64_t)h - 16, low, addr)) {
    bool inside;
    variable_at(h, addr, &inside);
    if (h->state != OMEN_FRAME_LIVE || going_on(chain_of(f, frame), h->fp, f->stack_lo, f->stack_hi) == OVER)
      old = old ? old : h;
    else
      return left_its_block(h, addr) ? out_of_scope(h, addr, out)
             : inside                ? fine(addr, old)
                                     : beside(h, addr, out);
  }
  return fine(addr, old);
}

bool omrt_stack_object(uint64_t addr, struct omrt_hit *out) {
  return omrt_stack_judge(addr, __builtin_frame_address(0), out) == OMRT_STACK_WRONG;
}
