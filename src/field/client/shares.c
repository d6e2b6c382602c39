/* What each site may cost until the helper looks again. Of what there is, all sites get a like part, so that
 * one in an inner loop does not use up what the others have: first instances first. A site that has used up
 * its part is off until it gets another one, in turn with others of its kind; one that never does stays on. A
 * site that a thread waits for gets whatever is left. The helper alone; the parts are counted by all threads
 * (calm.c). */
#include "field/client/client.h"
#include <sys/auxv.h>

/* LEAST: hits of a part. Switching a site on and off costs as much as two; fewer would go into that.
 * AGAIN_US: so often those that have used theirs up get another one. */
enum { LEAST = 8, AGAIN_US = 50000 };

static double part_ns;    /* the last one */
static uint64_t given_us; /* when */
static uint32_t turn;     /* whose it is to be on again */

static bool is_listed(const struct omenf_site *s) {
  return s->address && (s->tasks[0] | s->tasks[1]) & omenf_watched;
}

static bool is_awaited(const struct omenf_site *s, const uint64_t wanted[2]) {
  return (s->tasks[0] & wanted[0]) | (s->tasks[1] & wanted[1]);
}

static double left_of(const struct omenf_site *s) {
  return (double)atomic_load_explicit(&s->part_ns, memory_order_relaxed);
}

void omenf_shares_rest(void) {
  bool any = false;
  for (uint32_t i = 0; i < omenf_sites.bound_n && !any; i++) {
    const struct omenf_site *s = omenf_sites.bound[i];
    any = !s->rests && is_listed(s) && left_of(s) <= 0;
  }
  for (uint32_t i = 0; i < omenf_sites.bound_n && any; i++) {
    struct omenf_site *s = omenf_sites.bound[i];
    if (!s->rests && left_of(s) <= part_ns / 2) s->rests = s->hot = true;
  }
}

static uint32_t count(void) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < omenf_sites.bound_n; i++) n += is_listed(omenf_sites.bound[i]);
  return n;
}

static void give(struct omenf_site *s, double ns) {
  atomic_store_explicit(&s->part_ns, (int64_t)ns, memory_order_relaxed);
  s->rests = false;
}

/* Another process begins with other sites. */
static uint32_t first_turn(void) {
  const uint32_t *chance = (const uint32_t *)getauxval(AT_RANDOM);
  return chance ? *chance % omenf_sites.bound_n : 0;
}

bool omenf_shares_give(double left_ns, bool enough, bool new_burst) {
  uint64_t wanted[2];
  uint32_t n = count(), all = omenf_sites.bound_n, last = 0;
  bool some = false, awaited = omenf_awaited(wanted),
       again = new_burst || omenf_now_us() - given_us > AGAIN_US;
  double least = LEAST * (double)omenf_trap_ns, hot_ns = again && enough && !awaited ? left_ns : 0;
  if (!n) return false;
  if (!given_us) turn = first_turn();
  part_ns = left_ns / n > least ? left_ns / n : least;
  for (uint32_t k = 0; k < all; k++) {
    struct omenf_site *s = omenf_sites.bound[(turn + k) % all];
    if (!is_listed(s)) continue;
    bool rested = s->rests;
    if (is_awaited(s, wanted))
      give(s, left_ns);
    else if (rested || new_burst) {
      s->rests = s->hot && hot_ns <= 0;
      if (s->rests) continue;
      give(s, part_ns);
      if (s->hot) hot_ns -= part_ns, last = k;
    }
    some |= rested && !s->rests;
  }
  if (again && enough) given_us = omenf_now_us(), turn = (turn + last + 1) % all;
  return some;
}

void omenf_shares_all(void) {
  for (uint32_t i = 0; i < omenf_sites.bound_n; i++) give(omenf_sites.bound[i], 1e18);
}
