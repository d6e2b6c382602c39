/* Which library call made an access: see library_calls.h. */
#include "report/library_calls.h"
#include <stdlib.h>

enum { PIECE = 128 }; /* bytes that are told at once: runtime/shadow/watch.c */

static int compare(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

static int compare_calls(const struct omen_out_call *a, const struct omen_out_call *b) {
  int d = compare(a->thread, b->thread);
  if (!d) d = compare(a->point, b->point);
  if (!d) d = compare(a->site, b->site);
  return d ? d : compare(a->addr, b->addr);
}

static int by_name(const void *a, const void *b) {
  const struct omen_out_call *x = a, *y = b;
  int d = compare_calls(x, y);
  if (!d) d = compare(x->began, y->began);
  return d ? d : compare(x->nth, y->nth);
}

void omen_library_calls_sort(struct omen_out_call *calls, size_t n) {
  if (n) qsort(calls, n, sizeof *calls, by_name);
}

/* How many of them come before this one? */
static size_t below(const struct omen_out_call *calls, size_t n, const struct omen_out_call *c) {
  size_t lo = 0;
  for (size_t hi = n; lo < hi;) {
    size_t mid = lo + (hi - lo) / 2;
    if (compare_calls(&calls[mid], c) < 0)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

/* The piece with the address in it begins there or a little before. */
void omen_library_calls_find(const struct omen_out_call *calls, size_t n, uint64_t addr,
                             struct omen_plan_event *a) {
  struct omen_out_call c = {.thread = a->thread, .point = a->point, .site = a->site, .addr = addr};
  size_t i = below(calls, n, &c);
  if (i == n || compare_calls(&calls[i], &c)) {
    if (!i) return;
    c.addr = calls[i - 1].addr;
    if (addr - c.addr >= PIECE || compare_calls(&calls[i - 1], &c)) return;
    i = below(calls, n, &c);
  }
  a->call_point = calls[i].began;
  a->call = (uint32_t)calls[i].nth;
}
