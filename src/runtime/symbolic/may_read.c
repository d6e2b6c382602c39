/* What code that is not followed could read: see may_read.h. Objects are the heap's blocks and the variables
 * whose ends are known. Of anything else (a stack, a mapping, a variable of libc's) it is what comes behind
 * the address, up to the next gap or WINDOW. */
#include "runtime/symbolic/may_read.h"
#include "runtime/rt.h"
#include "runtime/symbolic/memory.h"
#include "runtime/upward.h"
#include <string.h>

enum {
  OBJECTS = 512,   /* looked at for one call; beyond that the answer is yes */
  WORDS = 1 << 16, /* the same, of words that may be pointers */
  WINDOW = 4096,
  STRINGS = 4096
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

/* ---- objects ---- */

static bool object(uint64_t addr, struct span *out) {
  if (addr < LOWEST || addr >= TOP) return false;
  if (string_at(addr, out) || omrt_up.object(addr, &out->base, &out->size)) return out->size != 0;
  uint64_t gap = omrt_up.gap(addr, WINDOW);
  *out = (struct span){addr, gap > addr ? gap - addr : WINDOW};
  return true;
}

struct search {
  struct span todo[OBJECTS];
  uint32_t n, done, words;
};

static bool add(struct search *s, uint64_t addr) {
  struct span o;
  if (!object(addr, &o)) return true;
  for (uint32_t i = 0; i < s->n; i++)
    if (o.base >= s->todo[i].base && o.base + o.size <= s->todo[i].base + s->todo[i].size) return true;
  if (s->n == OBJECTS) return false;
  s->todo[s->n++] = o;
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
    if (++s->words > WORDS) return false;
    bool known = omrt_up.object(v, &(uint64_t){0}, &(uint64_t){0});
    if ((known || omrt_shade_any((void *)v, 1)) && !add(s, v)) return false;
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

bool omrt_reaches(const void *callee, const uint64_t *from, uint32_t n, bool anywhere) {
  static struct search s; /* no other thread runs meanwhile */
  s.n = s.done = s.words = 0;
  if ((anywhere || is_programs(callee)) && omrt_shade_some(0, 0)) return true;
  /* Another library may know the program's variables, and what it was given before. */
  if (callee && !is_programs(callee) && !omrt_system_code((uint64_t)callee) &&
      omrt_shade_some(lowest, highest))
    return true;
  for (uint32_t i = 0; i < n; i++)
    if (!add(&s, from[i])) return true;
  while (s.done < s.n) {
    struct span o = s.todo[s.done++];
    if (omrt_shade_holds((const void *)o.base, o.size) || !look_into(&s, o)) return true;
  }
  return false;
}
