/* Hidden calls, as instrumented code tells of them (build/instrument_hidden.c): what each can reach, and
 * which go on. What comes of them is in shadow/hidden.h.
 *
 * What a call can reach is every object that one of its words points into, and every object that a word in a
 * reached object points into. Words are taken for pointers as a conservative garbage collector does it.
 * Memory that is of no known object (a stack without gaps, a library's own) counts by its page, and is looked
 * into for a few hundred bytes from where the pointer points. */
#include "runtime/abi.h"
#include "runtime/fiber/fiber.h"
#include "runtime/memory/hit_object.h"
#include "runtime/memory/reach.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include "runtime/shadow/hidden.h"
#include "runtime/shadow/shadow.h"
#include <stdarg.h>

/* An object more is a clock more at every step of the call; a word more is a look-up. Calls that go beyond
 * are ordered with all threads, so that too little costs races, and never makes a false one. */
enum { OBJECTS = 256, WORDS = 8192, UNKNOWN = 512 };
struct reach {
  uint32_t n, words;
  bool cut;
  uint64_t base[OBJECTS], from[OBJECTS], to[OBJECTS]; /* what it counts by; what is looked into */
};
static uint64_t calls, wide_calls;

static void add(struct reach *r, uint64_t base, uint64_t from, uint64_t to) {
  for (uint32_t i = 0; i < r->n; i++)
    if (r->base[i] == base && r->from[i] <= from) return;
  if (r->n == OBJECTS) {
    r->cut = true;
    return;
  }
  r->base[r->n] = base;
  r->from[r->n] = from;
  r->to[r->n++] = to;
}

/* A function that is handed over to be called back: nothing is written there. */
static bool is_code(uint64_t word) {
  extern const char __executable_start[] __attribute__((visibility("hidden")));
  extern const char etext[] __attribute__((visibility("hidden")));
  return (word >= (uint64_t)__executable_start && word < (uint64_t)etext) || omrt_module_code(word);
}

static bool on_stack(uint64_t word) { return word >= omrt_cur->stack_lo && word < omrt_cur->stack_hi; }

static void add_unknown(struct reach *r, uint64_t word) {
  uint64_t page = word & ~4095ull, to = word + UNKNOWN;
  if (to > page + 4096 && !omrt_page_readable(page + 4096)) to = page + 4096;
  add(r, page, word, omrt_page_readable(page) ? to : word);
}

/* `certain`: the program itself takes it for a pointer. */
static void add_word(struct reach *r, uint64_t word, bool certain) {
  uint64_t base, size;
  if (word < 65536 || word >> 47 || is_code(word)) return;
  if (omrt_hit_object(word, &base, &size) && word >= base && word <= base + size)
    add(r, base, base, base + size);
  else if (certain || on_stack(word))
    add_unknown(r, word);
}

static void follow(struct reach *r) {
  for (uint32_t i = 0; i < r->n; i++) {
    uint64_t at = (r->from[i] + 7) & ~7ull;
    for (; at + 8 <= r->to[i] && !r->cut; at += 8) {
      r->cut = ++r->words > WORDS;
      add_word(r, *(const uint64_t *)at, false);
    }
  }
}

static struct omrt_hidden *make(const struct reach *r, uint64_t sp) {
  struct omrt_hidden *h = omrt_alloc(sizeof *h + r->n * sizeof *h->object);
  *h = (struct omrt_hidden){.fiber = omrt_cur, .sp = sp, .all = r->cut, .n = r->n};
  for (uint32_t i = 0; i < r->n; i++) {
    bool known = r->base[i] == r->from[i]; /* else a page of memory that nobody knows */
    h->object[i] = (struct omrt_hidden_object){r->base[i],
                                               known && r->to[i] > r->from[i] ? r->to[i] : r->base[i] + 4096};
  }
  return h;
}

static void end_call(struct omrt_hidden **p) {
  struct omrt_hidden *h = *p;
  *p = h->next;
  if (!h->fiber->done) omrt_hidden_step(h);
  omrt_free(h, sizeof *h + h->n * sizeof *h->object);
}

/* Calls of this thread that were left by an exception or longjmp: the stack has grown back over them. */
static void end_left(uint64_t sp) {
  for (struct omrt_hidden **p = &omrt_hidden_open; *p;)
    if ((*p)->fiber == omrt_cur && (*p)->sp < sp)
      end_call(p);
    else
      p = &(*p)->next;
}

static bool wanted(uint32_t what) {
  bool library = what & OMEN_HIDDEN_LIBRARY;
  return omrt_on && omrt_shadow_mode != OMRT_SHADOW_OFF &&
         (!library || omrt_config->flags & OMEN_FLAG_ORDER_LIBRARIES);
}

static struct reach reached; /* large; nobody else runs while it is used */

static void start(uint32_t what) {
  reached.n = reached.words = 0;
  reached.cut = what & OMEN_HIDDEN_CUT;
}

static void begin_call(uint64_t sp) {
  follow(&reached);
  end_left(sp);
  struct omrt_hidden *h = make(&reached, sp);
  omrt_hidden_step(h);
  h->next = omrt_hidden_open;
  omrt_hidden_open = h;
  calls++;
  wide_calls += h->all;
}

OMEN_API void __omen_hidden_begin(uint32_t what, uint32_t n, ...) {
  if (!wanted(what)) return;
  start(what);
  va_list words;
  va_start(words, n);
  for (uint32_t i = 0; i < n; i++) add_word(&reached, va_arg(words, uint64_t), true);
  va_end(words);
  begin_call((uint64_t)__builtin_frame_address(0));
}

static void end_last(uint64_t sp) {
  end_left(sp);
  for (struct omrt_hidden **p = &omrt_hidden_open; *p; p = &(*p)->next)
    if ((*p)->fiber == omrt_cur) {
      end_call(p);
      return;
    }
}

OMEN_API void __omen_hidden_end(uint32_t what) {
  if (wanted(what)) end_last((uint64_t)__builtin_frame_address(0));
}

/* ---- calls through pointers ---- */

/* Not seen, and not of the C or C++ library, where threads are ordered by locks alone, and those are seen. */
static bool is_library(uint64_t code) {
  return wanted(OMEN_HIDDEN_LIBRARY) && !is_code(code) && !omrt_module_system(code);
}

OMEN_SLOW void __omen_pointer_begin(uint64_t code, uint32_t what, uint64_t a, uint64_t b, uint64_t c,
                                    uint64_t d) {
  if (!is_library(code)) return;
  const uint64_t words[OMEN_POINTER_WORDS] = {a, b, c, d};
  start(what);
  for (int i = 0; i < OMEN_POINTER_WORDS; i++) add_word(&reached, words[i], true);
  begin_call((uint64_t)__builtin_frame_address(0));
}

OMEN_SLOW void __omen_pointer_end(uint64_t code) {
  if (is_library(code)) end_last((uint64_t)__builtin_frame_address(0));
}

void omrt_hidden_gone(struct omrt_fiber *f) {
  for (struct omrt_hidden **p = &omrt_hidden_open; *p;)
    if ((*p)->fiber == f)
      end_call(p);
    else
      p = &(*p)->next;
}

void omrt_hidden_report(void) {
  if (calls) omrt_line_counter("hidden_calls", calls);
  if (wide_calls) omrt_line_counter("hidden_calls_wide", wide_calls);
}
