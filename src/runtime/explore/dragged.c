/* What else changes places with a copy: see dragged.h. */
#include "runtime/explore/dragged.h"
#include "runtime/abi.h"

/* PARTS: of one copy; what is told in more of them is told as one range. PASSED: accesses of others that are
 * remembered until the rest of the copy is told; of more the last ones. */
enum { PARTS = 16, PASSED = 64 };

static struct omrt_part part[PARTS], passed[PASSED];
static uint32_t parts, npassed;
static bool begun; /* the copy is the one that its thread is held for */
static uint64_t dragged;

static bool conflict(const struct omrt_part *a, const struct omrt_part *b) {
  return a->addr < b->addr + b->len && b->addr < a->addr + a->len && (a->changes || b->changes);
}

void omrt_dragged_again(void) { dragged = npassed = 0; }

void omrt_dragged_begin(void) {
  begun = true;
  omrt_dragged_again();
}

void omrt_dragged_own(const struct omrt_part *p, bool too) {
  if (!too) parts = 0, begun = false;
  if (parts < PARTS) part[parts++] = *p;
  for (uint32_t i = 0; begun && i < npassed && i < PASSED; i++) dragged += conflict(&passed[i], p);
}

void omrt_dragged_by(const struct omrt_part *p) {
  if (!begun) return;
  for (uint32_t i = 0; i < parts; i++) dragged += conflict(&part[i], p);
  passed[npassed++ % PASSED] = *p;
}

uint64_t omrt_dragged(void) { return dragged; }
