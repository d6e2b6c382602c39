/* The shadow of the runtime in a test: its sources as they are, with the rest of the runtime faked. Threads
 * are fake fibers that the test switches between; output files are kept in memory. */
#include "runtime/mode.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cmocka.h>
#include <errno.h>
#include "runtime/rt.h"
#include "runtime/abi.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/annotate.h"

#include "../../src/runtime/shadow/history.c"
#include "../../src/runtime/shadow/pair.c"
#include "../../src/runtime/shadow/guard.c"
#include "../../src/runtime/shadow/map.c"
#include "../../src/runtime/present.c"
#include "../../src/runtime/shadow/poison.c"
#include "../../src/runtime/shadow/clock.c"
#include "../../src/runtime/shadow/hb.c"
#include "../../src/runtime/shadow/history_collect.c"
#include "../../src/runtime/shadow/access.c"
#undef LARGE
#undef HUGE
#define step range_step
#define strided range_strided
#include "../../src/runtime/shadow/range.c"
#undef step
#define count atomic_count
#define hash atomic_hash
#define bucket atomic_bucket
#define buckets atomic_buckets
#include "../../src/runtime/shadow/atomic.c"
#include "weak_fake.h"
struct omrt_hidden *omrt_hidden_open; /* no call of code that is not seen */
bool omrt_hidden_some;
void omrt_hidden_before(uint64_t addr) { (void)addr; }
void omrt_hidden_after(uint64_t addr) { (void)addr; }
void omrt_hidden_switched(const struct omrt_fiber *to) { (void)to; }
#undef count
#undef hash
#undef bucket
#undef buckets
#define out depot_out
#include "../../src/runtime/shadow/stack_depot.c"
#undef out
#define dropped watch_dropped
#define merge_ranges watch_merge_ranges
#include "../../src/runtime/shadow/watch.c" /* the filter behind it is a library: quiet_unit */
#undef dropped
#include "../../src/runtime/modules.c"
#include "../../src/runtime/shadow/race_report.c"

struct omen_config *omrt_config;
uint64_t omrt_events;
static unsigned guarded_accesses;
bool omrt_without_some;
void omrt_annotate_forget(uint64_t addr, uint64_t len) { (void)addr, (void)len; }
bool omrt_annotated_benign(uint64_t addr, uint64_t len) { return !addr && !len; }
void omrt_annotate_report(void) {}
bool omrt_page_readable(uintptr_t addr) { return addr != 0; }
OMEN_API struct omen_hot __omen_hot;
static bool without_asked(const void *frame) { return frame == NULL; }
static void guarded_access(uint64_t addr, uint64_t len, uint32_t kind, uint32_t site, const void *frame) {
  (void)addr, (void)len, (void)kind, (void)site, (void)frame;
  guarded_accesses++;
}
bool omrt_on;
struct omrt_fiber *omrt_cur, *omrt_all;
struct omrt_out omrt_outcome;
const uint32_t __omen_exe_sites = 1000;

long omrt_sys(long nr, long a, long b, long c, long d, long e, long f) {
  long r = syscall(nr, a, b, c, d, e, f);
  return r < 0 ? -(long)errno : r;
}
void *omrt_alloc(size_t n) { return calloc(1, n); }
void omrt_free(void *p, size_t n) {
  (void)n;
  free(p);
}
void *omrt_reserve(size_t n) {
  void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  assert_true(p != MAP_FAILED);
  return p;
}
void omrt_fatal(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vfprintf(stderr, fmt, ap);
  fputc('\n', stderr);
  abort();
}

/* Output: kept whole. */
void omrt_out_open(struct omrt_out *o, const char *file) {
  (void)file;
  memset(o, 0, sizeof *o);
}
void omrt_out_write(struct omrt_out *o, const void *data, size_t n) {
  if (o->used + n + 1 > o->cap) o->buf = realloc(o->buf, o->cap = (o->used + n + 1) * 2);
  memcpy(o->buf + o->used, data, n);
  o->used += n;
  o->buf[o->used] = 0;
}
int omrt_vfmt(char *to, size_t cap, const char *fmt, va_list ap) { return vsnprintf(to, cap, fmt, ap); }
void omrt_out_flush(struct omrt_out *o) { (void)o; }

/* Races: the table of race.c, or, for comparing with an oracle, a flag for each byte of a region. */
#ifdef REAL_RACES
#include "../../src/runtime/shadow/race.c"
#else
#define REGION 256
static unsigned char *region;
static uint8_t flagged[REGION];
static unsigned unit = 1; /* bytes that share a flag */
void omrt_race_begin(void) {}
void omrt_race_note(uint64_t addr, uint64_t len, enum omrt_access earlier, enum omrt_access k,
                    uint32_t site) {
  (void)earlier, (void)k, (void)site;
  for (uint64_t i = 0; i < len; i++) {
    uint64_t at = (addr + i - (uint64_t)region) / unit;
    assert_true(at < REGION);
    flagged[at] = 1;
  }
}
void omrt_race_mask(uint64_t addr, unsigned mask, enum omrt_access earlier, enum omrt_access k,
                    uint32_t site) {
  for (unsigned i = 0; i < 4; i++)
    if (mask & 1u << i) omrt_race_note(addr + i, 1, earlier, k, site);
}
void omrt_race_report(void) {}
uint64_t omrt_race_dropped(void) { return 0; }
#endif

static uint64_t fake_pc = 0x1234;
int omrt_backtrace(const void *frame, uint64_t *pcs, int max) {
  (void)frame, (void)max;
  pcs[0] = fake_pc;
  pcs[1] = 0x99;
  return 2;
}
static void (*at_point)(const void *obj); /* what another thread does at a scheduling point */
void omrt_point(enum omen_ev ev, const void *obj, uint64_t val) {
  (void)ev, (void)val;
  omrt_cur->points++;
  if (at_point) at_point(obj);
}
static unsigned spins;
void omrt_spin(const void *addr, uint64_t value) { (void)addr, (void)value, spins++; }

/* --- threads
 * ---------------------------------------------------------------------------------------------------- */

static int fiber_count;

/* A fake fiber is its own pthread_t. */
struct omrt_fiber *omrt_fiber_by_pthread(void *pthread) { return pthread; }
struct omrt_fiber *omrt_fiber_by_id(int id) { return NULL; }

static void fake_start(uint32_t flags, const struct omen_watch *watch, uint32_t watches) {
  omrt_config = calloc(1, sizeof *omrt_config + watches * sizeof *watch);
  omrt_config->flags = flags;
  omrt_config->watches = watches;
  if (watches) memcpy(omrt_config->watch, watch, watches * sizeof *watch);
  omrt_shadow_init();
  omrt_cur = calloc(1, sizeof *omrt_cur);
  fiber_count = 1;
  omrt_hb_main(omrt_cur);
  omrt_on = true;
}

static inline void fake_run(struct omrt_fiber *f) {
  if (f == omrt_cur) return;
  omrt_cur = f;
  omrt_hb_switch(f);
}

static inline struct omrt_fiber *fake_fork(void) {
  struct omrt_fiber *f = calloc(1, sizeof *f);
  f->id = fiber_count++;
  omrt_hb_fork(omrt_cur, f);
  return f;
}

/* As the exit of a thread goes: it is current, ends, and another is switched to. */
static inline void fake_end(struct omrt_fiber *f, struct omrt_fiber *then) {
  fake_run(f);
  omrt_hb_end(f);
  fake_run(then);
}

/* --- accesses as instrumented code makes them: the inlined check, then the call
 * --------------------------------- */

static inline bool inline_pass(uint64_t addr, int size, bool write) {
  if (addr & (uint64_t)(size < 4 ? size - 1 : 3)) return false;
  uint32_t *c = omrt_cell(addr);
  if (size <= 4 && (*c == (uint32_t)__omen_hot.w2 || (!write && *c == (uint32_t)__omen_hot.r2))) return true;
  if (size == 4 || size == 8) {
    uint64_t any = 0, own = write ? __omen_hot.own_any : __omen_hot.own_read;
    uint64_t mask = (write ? OMEN_OWN_ANY : OMEN_OWN_READ) * 0x100000001ull;
    memcpy(&any, c, (size_t)size);
    if (size == 4) mask = (uint32_t)mask, own = (uint32_t)own;
    if ((any | mask) == own) {
      memcpy(c, write ? &__omen_hot.w2 : &__omen_hot.now_read, (size_t)size);
      return true;
    }
  }
  if (size <= 4) return false;
  for (int i = 0; i < size / 8; i++) {
    uint64_t two;
    memcpy(&two, c + 2 * i, 8);
    if (two != __omen_hot.w2 && (write || two != __omen_hot.r2)) return false;
  }
  return true;
}

static inline void prog_read(const void *p, uint64_t size, uint32_t site) {
  uint64_t a = (uint64_t)p;
  bool sized = size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
  if (sized && !(a & (size < 4 ? size - 1 : 3))) {
    if (inline_pass(a, (int)size, false)) return;
    switch (size) {
    case 1: __omen_read1(p, site); return;
    case 2: __omen_read2(p, site); return;
    case 4: __omen_read4(p, site); return;
    case 8: __omen_read8(p, site); return;
    default: __omen_read16(p, site); return;
    }
  }
  switch (size) { /* any alignment */
  case 2: __omen_read2u(p, site); return;
  case 4: __omen_read4u(p, site); return;
  case 8: __omen_read8u(p, site); return;
  case 16: __omen_read16u(p, site); return;
  default: __omen_readn(p, size, site);
  }
}

static inline void prog_write(void *p, uint64_t size, uint32_t site) {
  uint64_t a = (uint64_t)p;
  bool sized = size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
  if (sized && !(a & (size < 4 ? size - 1 : 3))) {
    if (inline_pass(a, (int)size, true)) return;
    switch (size) {
    case 1: __omen_write1(p, site); return;
    case 2: __omen_write2(p, site); return;
    case 4: __omen_write4(p, site); return;
    case 8: __omen_write8(p, site); return;
    default: __omen_write16(p, site); return;
    }
  }
  switch (size) { /* any alignment */
  case 2: __omen_write2u(p, site); return;
  case 4: __omen_write4u(p, site); return;
  case 8: __omen_write8u(p, site); return;
  case 16: __omen_write16u(p, site); return;
  default: __omen_writen(p, size, site);
  }
}

/* Accesses to bad memory: noted. */
static uint64_t bad_noted, bad_first;
static void bad_access(uint64_t bad, uint64_t addr, uint64_t len, uint32_t k, uint32_t site,
                       const void *frame) {
  (void)addr, (void)len, (void)k, (void)site, (void)frame;
  bad_first = bad;
  bad_noted++;
}

/* There is no heap here. */
static void spoil_again(void) {}

const struct omrt_up omrt_up = {.guarded = guarded_access,
                                .bad_access = bad_access,
                                .spoil_again = spoil_again,
                                .without = without_asked};

/* Explorations are not tested here. */
struct omrt_mode omrt_mode;
bool omrt_stop_due;

static uint64_t rng_state = 88172645463325252ull;
static inline uint32_t rnd(uint32_t n) {
  rng_state ^= rng_state << 13;
  rng_state ^= rng_state >> 7;
  rng_state ^= rng_state << 17;
  return (uint32_t)((rng_state >> 16) % n);
}
