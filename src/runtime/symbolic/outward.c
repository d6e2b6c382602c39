/* Calls of code that is not followed: see outward.h. */
#include "runtime/symbolic/outward.h"
#include "runtime/abi_symbolic.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/symbolic/may_read.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/symbolic/trace.h"
#include <string.h>

enum { FUNCTIONS = 1 << 18, SITES = 1 << 14, THREADS = 1 << 12 };
static const void **followed; /* a hash table */
static uint32_t nfollowed;
static uint32_t *told; /* sites plus 1, a hash table */
static uint32_t ntold;
static uint32_t outside[THREADS]; /* by thread: the site, plus 1, of the call that it is in */
static uint32_t trusted[THREADS]; /* the same, of the last call that is trusted or modelled */

/* ---- who follows ---- */

static uint32_t slot_of(uint64_t v, uint32_t slots) {
  return (uint32_t)((v * 0x9e3779b97f4a7c15ull) >> 40) & (slots - 1);
}

void omrt_outward_followed(const void *const *functions, uint32_t n) {
  if (!followed) followed = omrt_reserve(FUNCTIONS * sizeof *followed);
  for (uint32_t k = 0; k < n && nfollowed < FUNCTIONS / 2; k++) {
    uint32_t i = slot_of((uint64_t)functions[k], FUNCTIONS);
    while (followed[i] && followed[i] != functions[k]) i = (i + 1) & (FUNCTIONS - 1);
    nfollowed += !followed[i];
    followed[i] = functions[k];
  }
}

static bool follows(const void *callee) {
  if (!followed || !callee) return false;
  uint32_t i = slot_of((uint64_t)callee, FUNCTIONS);
  while (followed[i] && followed[i] != callee) i = (i + 1) & (FUNCTIONS - 1);
  return followed[i] == callee;
}

/* ---- what is said, once a place ---- */

static bool first_at(uint32_t site) {
  if (!told) told = omrt_reserve(SITES * sizeof *told);
  uint32_t i = slot_of(site, SITES);
  while (told[i] && told[i] != site + 1) i = (i + 1) & (SITES - 1);
  if (told[i] || ntold == SITES / 2) return !told[i];
  told[i] = site + 1;
  ntold++;
  return true;
}

static bool said(uint32_t site) {
  if (!told) return false;
  uint32_t i = slot_of(site, SITES);
  while (told[i] && told[i] != site + 1) i = (i + 1) & (SITES - 1);
  return told[i];
}

void omrt_outward_say(uint32_t site, const char *why) {
  if (first_at(site)) omrt_trace_unknown(site, why);
}

static uint32_t me(void) { return (omrt_cur ? omrt_cur->id : 0) & (THREADS - 1); }
static uint32_t *mine(void) { return &outside[me()]; }

void omrt_outward_modelled(uint32_t site) { trusted[me()] = site + 1; }

static enum omrt_reach reach_of(uint32_t how) {
  if (how & OMEN_SYM_OUT_ANYWHERE) return OMRT_REACH_ANYWHERE;
  return how & OMEN_SYM_OUT_FORGETS ? OMRT_REACH_GIVEN : OMRT_REACH_KEPT;
}

/* An object of libc's (a lock, a semaphore) is what libc made it, or the program wrote into it. */
static bool holds(const uint64_t *point, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (omrt_shade_holds((const void *)point[2 * i], point[2 * i + 1])) return true;
  return false;
}

void __omen_sym_outward(const void *callee, uint32_t n, uint32_t how, uint32_t site) {
  struct omen_sym_hot *h = &__omen_sym_hot;
  if (!omrt_sym_on || follows(callee) || (how & OMEN_SYM_OUT_BACK && !callee)) return;
  trusted[me()] = site + 1;
  if (!(how & (OMEN_SYM_OUT_GIVEN | OMEN_SYM_OUT_BACK))) {
    *mine() = site + 1;
    h->ret_from = NULL; /* whatever is returned from here on is returned to code that is not followed */
  }
  bool given = h->callee == callee && callee;
  for (uint32_t i = 0; given && i < OMEN_SYM_ARGS; i++)
    if (omrt_expr_depends(h->arg[i])) omrt_trace_lost(h->arg[i], site, "given");
  if (said(site)) return;
  if (how & OMEN_SYM_OUT_GIVEN ? holds(h->point, n)
                               : n > OMEN_SYM_POINTS || omrt_reaches(callee, h->point, n, reach_of(how)))
    omrt_outward_say(site, "reads");
}

/* A function of the program's that the call called back may have returned an expression: nobody took it. */
void __omen_sym_inward(void) {
  struct omen_sym_hot *h = &__omen_sym_hot;
  if (*mine() && h->ret_from && omrt_expr_depends(h->ret)) omrt_trace_lost(h->ret, *mine() - 1, "given");
  *mine() = 0;
}

void omrt_outward_unseen(const char *why) {
  if (!omrt_sym_on) return;
  uint32_t at = *mine() ? *mine() : trusted[me()];
  if (at)
    omrt_outward_say(at - 1, why);
  else
    omrt_trace_unknown(UINT32_MAX, why);
}

void omrt_outward_arrived(void) {
  if (*mine()) omrt_outward_say(*mine() - 1, "reads");
}
