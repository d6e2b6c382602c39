/* Calls of code that is not followed: see outward.h. */
#include "runtime/symbolic/outward.h"
#include "runtime/abi_symbolic.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/symbolic/may_read.h"
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

static uint32_t *mine(void) { return &outside[(omrt_cur ? omrt_cur->id : 0) & (THREADS - 1)]; }

void __omen_sym_outward(const void *callee, uint32_t n, uint32_t how, uint32_t site) {
  struct omen_sym_hot *h = &__omen_sym_hot;
  if (!omrt_sym_on || follows(callee)) return;
  if (!(how & OMEN_SYM_OUT_GIVEN)) *mine() = site + 1;
  bool given = h->callee == callee && callee;
  for (uint32_t i = 0; given && i < OMEN_SYM_ARGS; i++)
    if (omrt_expr_depends(h->arg[i])) omrt_trace_lost(h->arg[i], site, "given");
  if (said(site) || how & OMEN_SYM_OUT_GIVEN) return;
  if (n > OMEN_SYM_POINTS || omrt_reaches(callee, h->point, n, how & OMEN_SYM_OUT_ANYWHERE))
    omrt_outward_say(site, "reads");
}

void __omen_sym_inward(void) { *mine() = 0; }

void omrt_outward_unseen(const char *why) {
  if (!omrt_sym_on) return;
  if (*mine())
    omrt_outward_say(*mine() - 1, why);
  else
    omrt_trace_unknown(UINT32_MAX, why);
}

void omrt_outward_arrived(void) {
  if (*mine()) omrt_outward_say(*mine() - 1, "reads");
}
