/* Annotations for race detectors (base/annotations.def): order that the program knows of and the runtime does
 * not see, and memory whose races are meant to be. Not scheduling points: they change nothing but clocks,
 * which explorations and replays make again.
 *
 * A lock of the program's own (AnnotateRWLock...) has two clocks, `other` that of its readers, so that they
 * are not ordered among themselves. Everything is forgotten with the memory that it is about. */
#include "runtime/shadow/clock.h"
#include "runtime/shadow/annotate.h"
#include "runtime/shadow/notes.h"
#include "runtime/outcome_write.h"

static struct omrt_note *note_at(const volatile void *addr) {
  return omrt_note_at((uint64_t)addr, OMRT_NOTE_TOLD);
}

/* ---- races that are meant to be ---- */

struct range {
  uint64_t lo, hi;
};
enum { RANGES = 4096 };
static struct range *benign;
static uint32_t ranges;
static uint64_t lost, hidden; /* ranges beyond the table; accesses that raced in those that are in it */

static void add_benign(const volatile void *addr, uint64_t size) {
  if (!benign) benign = omrt_reserve(RANGES * sizeof *benign);
  uint64_t lo = (uint64_t)addr;
  for (uint32_t i = 0; i < ranges; i++)
    if (benign[i].lo == lo && benign[i].hi == lo + size) return;
  if (ranges == RANGES)
    lost++;
  else if (size)
    benign[ranges++] = (struct range){lo, lo + size};
}

bool omrt_annotated_benign(uint64_t addr, uint64_t len) {
  for (uint32_t i = 0; i < ranges; i++)
    if (addr >= benign[i].lo && addr + len <= benign[i].hi) {
      hidden++;
      return true;
    }
  return false;
}

void omrt_annotate_report(void) {
  if (hidden) omrt_line_counter("benign_accesses", hidden);
  if (lost) omrt_line_counter("benign_lost", lost);
}

void omrt_annotate_forget(uint64_t addr, uint64_t len) {
  for (uint32_t i = 0; i < ranges;)
    if (benign[i].lo >= addr && benign[i].hi <= addr + len)
      benign[i] = benign[--ranges];
    else
      i++;
  omrt_notes_forget(addr, len);
}

/* ---- what the program calls ---- */

static void before(const volatile void *addr) {
  if (omrt_on) omrt_hb_release(&note_at(addr)->clock);
}
static void after(const volatile void *addr) {
  if (omrt_on) omrt_hb_acquire(&note_at(addr)->clock);
}

/* Declared here, since no header of ours has them; the types are those of the headers that code bases carry.
 */
#define SERVED(name, ...)                                                                                    \
  OMEN_API void name(__VA_ARGS__);                                                                           \
  OMEN_API void name(__VA_ARGS__)
#define PLACE const char *file, int line

SERVED(__tsan_acquire, void *addr) { after(addr); }
SERVED(__tsan_release, void *addr) { before(addr); }
SERVED(AnnotateHappensBefore, PLACE, const volatile void *addr) { before(addr); }
SERVED(AnnotateHappensAfter, PLACE, const volatile void *addr) { after(addr); }
SERVED(WTFAnnotateHappensBefore, PLACE, const volatile void *addr) { before(addr); }
SERVED(WTFAnnotateHappensAfter, PLACE, const volatile void *addr) { after(addr); }
SERVED(AnnotateCondVarSignal, PLACE, const volatile void *cv) { before(cv); }
SERVED(AnnotateCondVarSignalAll, PLACE, const volatile void *cv) { before(cv); }
SERVED(AnnotateCondVarWait, PLACE, const volatile void *cv, const volatile void *lock) { after(cv); }
SERVED(AnnotateBenignRace, PLACE, const volatile void *addr, const char *why) { add_benign(addr, 8); }
SERVED(AnnotateBenignRaceSized, PLACE, const volatile void *addr, long size, const char *why) {
  add_benign(addr, size > 0 ? (uint64_t)size : 0);
}
SERVED(WTFAnnotateBenignRaceSized, PLACE, const volatile void *addr, long size, const char *why) {
  add_benign(addr, size > 0 ? (uint64_t)size : 0);
}
SERVED(AnnotateRWLockAcquired, PLACE, const volatile void *lock, long writes) {
  if (!omrt_on) return;
  struct omrt_note *n = note_at(lock);
  omrt_hb_acquire(&n->clock);
  if (writes) omrt_hb_acquire(&n->other);
}
SERVED(AnnotateRWLockReleased, PLACE, const volatile void *lock, long writes) {
  if (!omrt_on) return;
  struct omrt_note *n = note_at(lock);
  omrt_hb_release(writes ? &n->clock : &n->other);
}

/* ---- accesses that are not to be looked at ---- */

/* Calls nest, and an end without its beginning is nothing. Atomics order threads all the same, and are seen.
 */
static void ignore(bool writes, bool begins) {
  if (!omrt_on) return;
  uint32_t *depth = &omrt_self->ignored[writes];
  if (!begins && !*depth) return;
  *depth += begins ? 1u : -1u;
  if (omrt_shadow_mode == OMRT_SHADOW_DETECT) omrt_now_load();
}
SERVED(AnnotateIgnoreReadsBegin, PLACE) { ignore(false, true); }
SERVED(AnnotateIgnoreReadsEnd, PLACE) { ignore(false, false); }
SERVED(AnnotateIgnoreWritesBegin, PLACE) { ignore(true, true); }
SERVED(AnnotateIgnoreWritesEnd, PLACE) { ignore(true, false); }

#define A(name)
#define X(name)                                                                                              \
  SERVED(name, void) {}
#define R(name)                                                                                              \
  OMEN_API long name(void);                                                                                  \
  OMEN_API long name(void) { return 0; }
#include "base/annotations.def"
#undef A
#undef X
#undef R
