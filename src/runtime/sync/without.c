/* What is left out: see without.h. */
#include "runtime/sync/without.h"
#include "runtime/extras.h"
#include "runtime/rt.h"
#include "runtime/outcome_write.h"
#include <string.h>

enum { FRAMES = 12, LEARNT = 256 };
bool omrt_without_some;
static uint64_t left_out, lost;

/* Locks that threads believe they hold. */
struct believed {
  struct believed *next;
  const void *obj;
  int by;
};
static struct believed *believed;

/* Places that locks were taken at whose unlock is to be left out, by return address. */
static uint64_t learnt[LEARNT];
static uint32_t nlearnt;

void omrt_without_init(void) { omrt_without_some = omen_extras && omen_extras->sites; }

static uint32_t look_up(uint64_t pc) {
  const struct omen_extra_site *s = omen_extra_sites(omen_extras);
  for (uint32_t i = 0; i < nlearnt; i++)
    if (learnt[i] == pc) return OMEN_SITE_OFF;
  for (uint32_t i = 0; i < omen_extras->sites; i++) {
    uint64_t base;
    if (omrt_extras_base(s[i].module, &base) && base + s[i].pc == pc) return s[i].role;
  }
  return 0;
}

/* 0: not in the list. Calls come again and again. */
static uint32_t role_of(uint64_t pc) {
  static struct {
    uint64_t pc;
    uint32_t role, learnt;
  } cache[256];
  uint64_t i = pc % 256;
  if (cache[i].pc != pc || cache[i].learnt != nlearnt) {
    cache[i].pc = pc;
    cache[i].role = look_up(pc);
    cache[i].learnt = nlearnt;
  }
  return cache[i].role;
}

/* The innermost call that neither the library of the language nor a wrapper makes is the one that counts. */
static bool asked(const void *frame) {
  uint64_t pcs[FRAMES];
  int n = omrt_backtrace(frame, pcs, FRAMES);
  for (int i = 0; i < n; i++) {
    uint32_t role = role_of(pcs[i]);
    if (role != OMEN_SITE_PASS) return role == OMEN_SITE_OFF;
  }
  return false;
}

bool omrt_without_asked(const void *frame) {
  if (!asked(frame)) return false;
  left_out++;
  return true;
}

bool omrt_without_taking(const void *obj, const void *frame) {
  if (!omrt_without_asked(frame)) return false;
  struct believed *b = omrt_alloc(sizeof *b);
  *b = (struct believed){believed, obj, omrt_cur->id};
  believed = b;
  return true;
}

static struct believed **find(const void *obj) {
  struct believed **at = &believed;
  while (*at && ((*at)->obj != obj || (*at)->by != omrt_cur->id)) at = &(*at)->next;
  return at;
}

bool omrt_without_having(const void *obj) { return *find(obj) != NULL; }

static void learn(const struct omrt_hold *hold) {
  if (hold->by != omrt_cur->id || !hold->npcs || role_of(hold->pcs[0]) == OMEN_SITE_OFF) return;
  int i = 0;
  while (i + 1 < hold->npcs && role_of(hold->pcs[i]) == OMEN_SITE_PASS) i++;
  if (nlearnt < LEARNT)
    learnt[nlearnt++] = hold->pcs[i];
  else
    lost++;
}

bool omrt_without_giving(const void *obj, const struct omrt_hold *hold, const void *frame) {
  struct believed **at = find(obj), *b = *at;
  if (b) {
    *at = b->next;
    omrt_free(b, sizeof *b);
    left_out++;
    return true;
  }
  if (!hold) return omrt_without_asked(frame);
  if (asked(frame)) learn(hold); /* this once it is real: it was taken for real */
  return false;
}

void omrt_without_report(void) {
  if (!omrt_without_some) return;
  omrt_line_counter("left_out", left_out);
  omrt_line_counter("left_out_lost", lost);
}
