/* What code that is not followed could read: see may_read.h. Objects are the heap's blocks and the variables
 * whose ends are known. Of anything else it is what comes behind the address, up to the next gap: to the end
 * of the stack, of the mapping, or of the module's variables. What libraries were given before lies where
 * their own variables lead. */
#include "runtime/symbolic/may_read.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/symbolic/memory.h"
#include "runtime/upward.h"
#include <errno.h>
#include <string.h>

enum {
  OBJECTS = 512,   /* looked at for one call; beyond that the answer is yes */
  WORDS = 1 << 16, /* the same, of words that may be pointers */
  WINDOW = 4096,   /* of a library's variable, whose end nobody knows */
  FAR = 1 << 24,   /* of a mapping; beyond that the answer is yes */
  STRINGS = 4096,
  SEGMENTS = 512,
  PAGES = 256
};
#define LOWEST 4096ull
#define TOP (1ull << 47)

struct span {
  uint64_t base, size;
};

/* ---- strings of the command line ---- */

static struct span *strings;
static uint32_t nstrings;
static uint64_t lowest = TOP, highest;

void omrt_reach_string(const char *text, uint64_t room) {
  if (!strings) strings = omrt_reserve(STRINGS * sizeof *strings);
  uint64_t base = (uint64_t)text, end = base + room + 1;
  if (nstrings == STRINGS) return;
  strings[nstrings++] = (struct span){base, room + 1};
  if (base < lowest) lowest = base;
  if (end > highest) highest = end;
}

/* They lie side by side: each is an object of its own. */
static bool string_at(uint64_t addr, struct span *out) {
  if (addr < lowest || addr >= highest) return false;
  for (uint32_t i = 0; i < nstrings; i++)
    if (addr >= strings[i].base && addr < strings[i].base + strings[i].size) return *out = strings[i], true;
  return false;
}

/* ---- modules ---- */

struct search {
  struct span todo[OBJECTS];
  uint32_t n, done, words;
  bool kept; /* looks at what libraries keep: strings of the command line are asked for elsewhere */
  struct omrt_segment segment[SEGMENTS];
  uint32_t nsegments;
  uint64_t page[PAGES]; /* a cache: those that can be read, and are of no module */
};

static void take_segment(const struct omrt_segment *one, void *arg) {
  struct search *s = arg;
  if (s->nsegments < SEGMENTS) s->segment[s->nsegments++] = *one;
}

static const struct omrt_segment *segment_at(const struct search *s, uint64_t addr) {
  for (uint32_t i = 0; i < s->nsegments; i++)
    if (addr >= s->segment[i].from && addr < s->segment[i].to) return &s->segment[i];
  return NULL;
}

/* ---- objects ---- */

static uint64_t outermost = TOP; /* where the main thread's stack begins */

void omrt_reach_strings_begin(const void *at) { outermost = (uint64_t)at; }

/* The end of the stack that it is on; 0: of none. */
static uint64_t stack_end(uint64_t addr) {
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (addr >= f->stack_lo && addr < f->stack_hi && f->stack_hi - addr < FAR)
      return addr < outermost && f->stack_hi > outermost ? outermost : f->stack_hi;
  return 0;
}

static uint64_t end_behind(const struct search *s, uint64_t addr) {
  uint64_t end = stack_end(addr);
  const struct omrt_segment *in = end ? NULL : segment_at(s, addr);
  if (end) return end;
  if (in) return in->system ? addr + WINDOW : in->to;
  end = (addr | 4095) + 1;
  while (end < addr + FAR && omrt_page_readable(end) && !segment_at(s, end)) end += 4096;
  return end;
}

static bool object(const struct search *s, uint64_t addr, struct span *out) {
  if (addr < LOWEST || addr >= TOP) return false;
  if (string_at(addr, out)) return !s->kept;
  if (omrt_up.object(addr, &out->base, &out->size)) return out->size != 0;
  if (!omrt_page_readable(addr)) return false;
  uint64_t end = end_behind(s, addr), gap = omrt_up.gap(addr, end - addr);
  if (gap == addr && end > addr + WINDOW) end = addr + WINDOW;
  *out = (struct span){addr, (gap > addr ? gap : end) - addr};
  return true;
}

static bool add_object(struct search *s, struct span o) {
  for (uint32_t i = 0; i < s->n; i++)
    if (o.base >= s->todo[i].base && o.base + o.size <= s->todo[i].base + s->todo[i].size) return true;
  if (s->n == OBJECTS || o.size >= FAR) return false;
  s->todo[s->n++] = o;
  return true;
}

static bool add(struct search *s, uint64_t addr) {
  struct span o;
  return !object(s, addr, &o) || add_object(s, o);
}

/* Frames that were left: pointers there are found in memory that nobody has written yet. */
static bool is_left(uint64_t addr) {
  return omrt_cur && addr >= omrt_cur->stack_lo && addr < (uint64_t)__builtin_frame_address(0) &&
         (uint64_t)__builtin_frame_address(0) < omrt_cur->stack_hi;
}

/* Of no module, and no object that is known: a stack or a mapping. */
static bool is_memory(struct search *s, uint64_t addr) {
  if (is_left(addr)) return false;
  uint64_t page = addr >> 12, *known = &s->page[page % PAGES];
  if (*known == page) return true;
  if (segment_at(s, addr) || !omrt_page_readable(addr)) return false;
  *known = page;
  return true;
}

/* The pointers in it. A page that cannot be read has none. */
static bool look_into(struct search *s, struct span o) {
  uint64_t at = (o.base + 7) & ~7ull, end = o.base + o.size, readable = 0;
  for (; at + 8 <= end; at += 8) {
    if (at >> 12 != readable && !omrt_page_readable(at)) return true;
    readable = at >> 12;
    uint64_t v = *(const uint64_t *)at;
    if (v < LOWEST || v >= TOP) continue;
    const struct omrt_segment *in = segment_at(s, v);
    if (in && in->system && s->kept) continue; /* looked at from its beginning */
    if (++s->words > WORDS) return false;
    bool known = omrt_up.object(v, &(uint64_t){0}, &(uint64_t){0});
    if ((known || omrt_shade_any((void *)v, 1) || is_memory(s, v)) && !add(s, v)) return false;
  }
  return true;
}

/* ---- whose code it is ---- */

extern char __executable_start[] __attribute__((weak)), etext[] __attribute__((weak));

/* A stub that jumps into a library: where functions' addresses are those of stubs. */
static bool is_stub(const uint8_t *p) {
  static const uint8_t mark[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (memcmp(p, mark, sizeof mark) == 0) p += sizeof mark;
  if (*p == 0xf2) p++;
  return p[0] == 0xff && p[1] == 0x25;
}

/* Of the program itself, without instrumentation: it knows every variable. */
static bool is_programs(const void *callee) {
  uint64_t at = (uint64_t)callee;
  if (omrt_system_code(at)) return false;
  return callee && at >= (uint64_t)__executable_start && at < (uint64_t)etext && !is_stub(callee);
}

/* ---- the search ---- */

static bool follow(struct search *s) {
  while (s->done < s->n) {
    struct span o = s->todo[s->done++];
    if (omrt_shade_holds((const void *)o.base, o.size) || !look_into(s, o)) return true;
  }
  return false;
}

extern char **environ __attribute__((weak));

/* From the variables of the C and the C++ library; the program may have made environ another. */
static bool follow_kept(struct search *s) {
  s->kept = true;
  if (&environ && !add(s, (uint64_t)environ)) return true;
  for (uint32_t i = 0; i < s->nsegments; i++) {
    const struct omrt_segment *in = &s->segment[i];
    if (in->system && in->writable && !look_into(s, (struct span){in->from, in->to - in->from})) return true;
  }
  return follow(s);
}

bool omrt_reach_any(void) { return omrt_shade_some(lowest, highest); }

bool omrt_reaches(const void *callee, const uint64_t *from, uint32_t n, enum omrt_reach how) {
  static struct search s; /* no other thread runs meanwhile */
  if (!omrt_shade_some(0, 0)) return false;
  if (how == OMRT_REACH_ANYWHERE || is_programs(callee)) return true;
  if (omrt_shade_holds(&errno, sizeof errno)) return true; /* libc's own, which nobody gives it */
  /* Another library may know the program's variables, and what it was given before. */
  if (callee && !omrt_system_code((uint64_t)callee) && omrt_reach_any()) return true;
  s.n = s.done = s.words = s.nsegments = 0;
  s.kept = false;
  memset(s.page, 0, sizeof s.page);
  omrt_modules_each(take_segment, &s);
  for (const uint64_t *p = from; p < from + 2 * n; p += 2)
    if (!(p[1] ? add_object(&s, (struct span){p[0], p[1]}) : add(&s, p[0]))) return true;
  return follow(&s) || (how == OMRT_REACH_KEPT && omrt_reach_any() && follow_kept(&s));
}
