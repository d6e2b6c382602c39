/* The log of the second pass: every access to the watched ranges, every atomic access, every synchronisation,
 * in the total order (struct omen_rawev). What repeats without anything in between is left out, and counted.
 */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/shadow/annotate.h"
#include "record/packed_events.h"
#include "runtime/shadow/poison.h"
#include "runtime/shadow/clock.h"
#include "runtime/shadow/watch_filter.h"
#include "runtime/outcome_write.h"
#include "runtime/upward.h"
#include "runtime/weak/weak.h"
#include <string.h>
#include <sys/syscall.h>

#define EVENTS 50000000ull /* 2 GB: what comes after is counted only */
#define DEPTH 64
#define PIECE 128 /* bytes an event: its size field has 8 bits */

static struct omen_watch *range;
static uint32_t ranges;
static struct omrt_out out, position;
static uint64_t written, dropped, redundant, repeated;

/* Those that are to be packed and written, once there is a block of them. */
static struct block {
  struct omen_rawev of[OMEN_PACKED_RECORDS];
  struct omen_packing packing;
  uint8_t packed[OMEN_PACKED_RECORDS * OMEN_PACKED_MOST];
} *pending;
static size_t waiting;

/* --- ranges
 * --------------------------------------------------------------------------------------------------- */

static void
sort_ranges(void) { /* by address; heap sort, since there may be 100,000 and libc's may allocate */
  for (uint32_t n = ranges, root = n / 2; n > 1;) {
    struct omen_watch v;
    if (root)
      v = range[--root];
    else {
      v = range[--n];
      range[n] = range[0];
    }
    uint32_t at = root;
    for (uint32_t kid; (kid = at * 2 + 1) < n; at = kid) {
      if (kid + 1 < n && range[kid + 1].addr > range[kid].addr) kid++;
      if (range[kid].addr <= v.addr) break;
      range[at] = range[kid];
    }
    range[at] = v;
  }
}

/* Overlapping ranges become one; then both starts and ends ascend. */
static void merge_ranges(void) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < ranges; i++) {
    struct omen_watch w = range[i];
    if (!w.len || !(w.len = omrt_shadow_clip(w.addr, w.len))) continue;
    struct omen_watch *last = kept ? &range[kept - 1] : NULL;
    if (last && w.addr < last->addr + last->len) {
      if (w.addr + w.len > last->addr + last->len) last->len = w.addr + w.len - last->addr;
    } else
      range[kept++] = w;
  }
  ranges = kept;
}

static void stamp(uint64_t addr, uint64_t len) {
  for (uint32_t *c = omrt_cell(addr), *last = omrt_cell(addr + len - 1); c <= last; c++) *c = OMRT_ID_WATCH;
}

/* Not where explorations or bad memory have to be asked; guards take them away again. */
uint64_t *omrt_watch_lines;
static void draw_lines(void) {
  if (omrt_world_followed() || omrt_marks_memory()) return;
  omrt_watch_lines = omrt_alloc(OMRT_WATCH_LINES / 8);
  for (uint32_t i = 0; i < ranges; i++)
    for (uint64_t line = range[i].addr / 64; line <= (range[i].addr + range[i].len - 1) / 64; line++)
      omrt_watch_lines[line % OMRT_WATCH_LINES / 64] |= 1ull << line % 64;
}

static bool silent(void) { return omrt_config->flags & OMEN_FLAG_NO_EVENTS; }
static bool all(void) { return omrt_config->flags & OMEN_FLAG_WATCH_ALL; }
/* Of an exploration: its live part is logged, whatever is watched. */
static bool traces(void) { return omrt_config->flags & OMEN_FLAG_TRACE; }
static bool logs(void) { return traces() ? omrt_mode.live : !omrt_mode.live; }

void omrt_watch_init(void) {
  if (!silent()) {
    omrt_out_open(&out, "events.raw");
    pending = omrt_reserve(sizeof *pending);
    omrt_out_open(&position, "position");
    omrt_depot_init();
  }
  if (all()) { /* no cell says so: every inlined check fails instead */
    range = omrt_alloc(sizeof *range);
    range[0] = (struct omen_watch){0, UINT64_MAX};
    ranges = 1;
    __omen_hot.w2 = __omen_hot.r2 = OMRT_ID_NEVER * 0x100000001ull;
    return;
  }
  ranges = omrt_config->watches;
  range = omrt_reserve(((size_t)ranges + 1) * sizeof *range);
  memcpy(range, omrt_config->watch, (size_t)ranges * sizeof *range);
  sort_ranges();
  merge_ranges();
  for (uint32_t i = 0; i < ranges; i++) stamp(range[i].addr, range[i].len);
  draw_lines();
  if (traces()) __omen_hot.w2 = __omen_hot.r2 = OMRT_ID_NEVER * 0x100000001ull;
}

static bool every_access;

void omrt_watch_everything(bool on) {
  on |= every_access;
  if (!all() && !traces()) __omen_hot.w2 = __omen_hot.r2 = on ? OMRT_ID_NEVER * 0x100000001ull : 0;
}

void omrt_watch_every_access(bool on) {
  every_access = on;
  if (on) omrt_watch_everything(true);
}

static uint32_t search_after(uint64_t addr) {
  uint32_t lo = 0, hi = ranges;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (range[mid].addr + range[mid].len > addr)
      hi = mid;
    else
      lo = mid + 1;
  }
  return lo;
}

/* The first range that ends after addr. Mostly it was asked for that address before. */
static uint32_t first_after(uint64_t addr) {
  static struct {
    uint64_t addr;
    uint32_t first;
  } asked[1024];
  uint32_t i = (uint32_t)(addr ^ addr >> 10) % 1024;
  if (asked[i].addr != addr) {
    asked[i].first = search_after(addr);
    asked[i].addr = addr;
  }
  return asked[i].first;
}

/* Memory that a plan is about and nobody watches. */
static struct omen_watch *also;
static uint32_t nalso;

void omrt_watch_also(struct omen_watch where) {
  if (!where.len || !(where.len = omrt_shadow_clip(where.addr, where.len))) return;
  if (!also) also = omrt_alloc(OMRT_WATCH_ALSO * sizeof *also);
  if (nalso == OMRT_WATCH_ALSO) return;
  also[nalso++] = where;
  for (uint32_t *c = omrt_cell(where.addr), *last = omrt_cell(where.addr + where.len - 1); c <= last; c++)
    *c = omrt_id_bad(*c) ? *c | OMRT_MARK_WATCH : OMRT_ID_WATCH;
}

bool omrt_watch_covers(uint64_t addr, uint64_t len) {
  uint32_t i = first_after(addr);
  return i < ranges && range[i].addr < addr + len;
}

static bool wanted_also(uint64_t addr, uint64_t len) {
  for (uint32_t i = 0; i < nalso; i++)
    if (also[i].addr < addr + len && addr < also[i].addr + also[i].len) return true;
  return false;
}

/* --- events
 * --------------------------------------------------------------------------------------------------- */

static void write_block(void) {
  if (!waiting) return;
  if (written == waiting) omrt_out_write(&out, OMEN_PACKED_HEAD, strlen(OMEN_PACKED_HEAD));
  size_t bytes = omen_pack(&pending->packing, pending->of, waiting, written - waiting, pending->packed);
  struct omen_packed_block head = {(uint32_t)waiting, (uint32_t)bytes};
  omrt_out_write(&out, &head, sizeof head);
  omrt_out_write(&out, pending->packed, bytes);
  waiting = 0;
}

static bool without_stacks(void) { return omrt_config->flags & OMEN_FLAG_NO_STACKS; }

static uint64_t most(void) { return without_stacks() ? omrt_config->max_events : EVENTS; }

/* The pass ends at the next event. Until then the program runs at full speed. */
static void end_soon(void) {
  omrt_config->stop_at = omrt_events + 1;
  __omen_hot.w2 = __omen_hot.r2 = 0;
}

static void write_now(const struct omen_rawev *e) {
  if (written >= most()) {
    dropped++;
    if (without_stacks()) end_soon();
    return;
  }
  written++;
  if (!pending) return;
  pending->of[waiting++] = *e;
  if (waiting == OMEN_PACKED_RECORDS) write_block();
}

/* Nobody reads the log of a pass that writes none, and all of it is wanted where all memory is watched. */
static bool filtered(void) { return !all() && !silent() && !traces(); }

static void put(struct omrt_hb *hb, struct omen_rawev *e, bool watched) {
  e->thread = hb->number;
  e->point = omrt_cur->points;
  if (filtered())
    omrt_filter(hb, e, watched, write_now);
  else
    write_now(e);
}

void omrt_watch_end(struct omrt_hb *hb) {
  if (filtered() && !omrt_mode.live) omrt_filter_end(hb, write_now);
}
void omrt_watch_gone(struct omrt_hb *hb) {
  if (filtered() && !omrt_mode.live) omrt_filter_gone(hb, write_now);
}
void omrt_watch_forget(uint32_t clock) {
  if (clock && filtered() && !omrt_mode.live) omrt_filter_forget(clock);
}

static uint32_t stack_of(const void *frame);

/* Where a lock is taken is asked of a traced run only. */
static void put_sync(struct omrt_hb *hb, struct omen_rawev *e) {
  if (!logs()) return;
  hb->syncs++;
  if (traces() && (e->kind == OMEN_KIND_ACQ || e->kind == OMEN_KIND_OBSERVE || e->kind == OMEN_KIND_ENTER))
    e->stack = stack_of(__builtin_frame_address(0));
  put(hb, e, false);
}

void omrt_watch_sync_of(struct omrt_hb *hb, enum omen_kind kind, uint64_t obj, uint64_t obj2) {
  put_sync(hb, &(struct omen_rawev){.obj = obj, .obj2 = obj2, .kind = (uint8_t)kind});
}

void omrt_watch_hold(enum omen_kind kind, uint64_t obj, const void *lock, enum omen_raw_hold how) {
  put_sync(omrt_self, &(struct omen_rawev){
                          .obj = obj, .obj2 = (uint64_t)lock, .kind = (uint8_t)kind, .size = (uint8_t)how});
}

void omrt_watch_use(const void *object, enum omen_raw_use use) {
  if (!traces()) return;
  put_sync(omrt_self, &(struct omen_rawev){.obj = (uint64_t)object,
                                           .obj2 = (uint64_t)object,
                                           .kind = OMEN_KIND_ENTER,
                                           .size = (uint8_t)use});
}

void omrt_watch_sync(enum omen_kind kind, uint64_t obj, uint64_t obj2) {
  omrt_watch_sync_of(omrt_self, kind, obj, obj2);
}

static uint32_t stack_of(const void *frame) {
  uint64_t pcs[DEPTH];
  return frame && !silent() && !without_stacks() ? omrt_depot_put(pcs, omrt_backtrace(frame, pcs, DEPTH)) : 0;
}

/* A repeated access says nothing new if the thread did no synchronisation since and no other thread touched
 * anything watched: its races, its clock and the write that a read sees are the same. `since` changes with
 * either. With the TREE filter it is enough that no other thread WROTE to anything watched: then the thread's
 * clock and what it reads are still the same (schedulable happens-before included), whoever read meanwhile.
 */
struct said {
  uint64_t obj, since;
  uint32_t site, what;
};
#define SAID 1024u
static struct said said[SAID];
static uint64_t writes; /* to watched memory, by all threads */

static uint64_t since_when(void) {
  static uint32_t last_syncs, last = UINT32_MAX; /* by number: a thread's place may be another's later */
  static uint64_t count = 1;
  struct omrt_hb *hb = omrt_self;
  if (!(omrt_config->flags & OMEN_FLAG_TREE)) {
    if (last != hb->number || last_syncs != hb->syncs) {
      count++;
      last = hb->number;
      last_syncs = hb->syncs;
    }
    return count;
  }
  uint64_t others = writes - hb->writes;
  if (!hb->since || hb->since_syncs != hb->syncs || hb->since_others != others) {
    hb->since = ++count;
    hb->since_syncs = hb->syncs;
    hb->since_others = others;
  }
  return hb->since;
}

static bool said_before(uint64_t obj, uint32_t size, enum omen_kind kind, uint32_t site) {
  if (all() || traces()) return false;
  uint64_t since = since_when();
  if (kind == OMEN_KIND_WRITE || kind == OMEN_KIND_AWRITE) {
    writes++;
    omrt_self->writes++;
  }
  uint32_t what = (uint32_t)kind << 8 | size;
  struct said *s = &said[(obj ^ site * 0x9e3779b1u ^ what * 0x85ebca6bu) & (SAID - 1)];
  if (s->obj == obj && s->since == since && s->site == site && s->what == what) return true;
  *s = (struct said){obj, since, site, what};
  return false;
}

/* A race that goes on for hours would fill the log, and the next one find no room. Once there is much in it,
 * an instruction of a thread that has made very many accesses to the same memory is written ever more seldom:
 * so many times while their number grows by itself, 2048 at first, and the fewer the more is in the log,
 * since there may be very many such instructions. The others change nobody's knowledge, so that the
 * synchronisation around them need not be written either.
 *
 * What is seldom is what others race with late: behind a seldom access to that memory by another thread the
 * next one of each instruction is written, whatever its number. */
enum { HOT_FROM = 1 << 20, TIMES = 2048, LEAST_TIMES = 8, SPOTS = 1 << 14, SELDOM = 1 << 10 };
static uint64_t times(void) {
  uint64_t part = written / (HOT_FROM / 1024), n = part ? TIMES * 1024ull * 1024 / (part * part) : 0;
  return written < HOT_FROM ? UINT64_MAX / 4 : n > LEAST_TIMES ? n : LEAST_TIMES;
}
static struct spot {
  uint64_t obj, count;
  uint32_t site, thread;
  uint64_t heard; /* the last seldom access that it was written behind */
} *spots;
static struct seldom { /* the last one to this memory */
  uint64_t obj, nth;
  uint32_t thread;
} seldoms[SELDOM];

static bool said_seldom(uint64_t obj, uint32_t thread) {
  static uint64_t nth;
  seldoms[obj / 8 % SELDOM] = (struct seldom){obj, ++nth, thread};
  return false;
}

static bool has_news(struct spot *s) {
  const struct seldom *r = &seldoms[s->obj / 8 % SELDOM];
  if (r->obj != s->obj || r->thread == s->thread || r->nth == s->heard) return false;
  s->heard = r->nth;
  return true;
}

/* NULL: others that come more often have its places. They lose them when they come no more. */
static struct spot *spot_of(uint64_t obj, uint32_t site, uint32_t thread) {
  enum { WAYS = 4 };
  if (!spots) spots = omrt_reserve((SPOTS + WAYS) * sizeof *spots);
  uint64_t hash = (obj + ((uint64_t)site << 32 | thread)) * 0x9e3779b97f4a7c15ull;
  struct spot *first = &spots[(hash ^ hash >> 32) * 0x9e3779b97f4a7c15ull >> 32 & (SPOTS - 1)],
              *least = first;
  for (struct spot *s = first; s < first + WAYS; s++) {
    if (s->obj == obj && s->site == site && s->thread == thread) return s;
    if (s->count < least->count) least = s;
  }
  if (least->count && --least->count) return NULL;
  *least = (struct spot){.obj = obj, .site = site, .thread = thread};
  return least;
}

static bool said_too_often(uint64_t obj, uint32_t site, bool watched) {
  if (!watched || all() || silent() || traces()) return false;
  uint32_t thread = omrt_self->number;
  struct spot *s = spot_of(obj, site, thread);
  if (!s) return false;
  uint64_t n = times();
  if (++s->count <= n) return said_seldom(obj, thread);
  return s->count > 4 * n && !has_news(s) && s->count % (s->count / n);
}

static const enum omen_kind kinds[4] = {OMEN_KIND_READ, OMEN_KIND_WRITE, OMEN_KIND_AREAD, OMEN_KIND_AWRITE};

/* Where a call began whose accesses are told now: who flips them has to hold the thread there. */
static void call_line(uint64_t obj, uint32_t site) {
  enum { LINES = 100000 };
  static uint32_t lines;
  if (!omrt_cur->call.site || omrt_cur->call.site != site + 1 || all() || silent() || lines++ >= LINES)
    return;
  omrt_line_called(omrt_self->number, omrt_cur->points, site, obj, omrt_cur->call.point,
                   omrt_cur->call.nth + 1);
}

void omrt_watch_call(uint32_t site) {
  site = omen_site_number(site);
  if (omrt_cur->call.point != omrt_cur->points) omrt_cur->call.nth = UINT32_MAX;
  omrt_cur->call.point = omrt_cur->points;
  omrt_cur->call.nth++;
  omrt_cur->call.site = site + 1;
  if (omrt_world_followed()) omrt_mode.library(site);
}

static void say(uint64_t obj, uint64_t size, enum omen_kind kind, uint64_t value, uint32_t site,
                const void *frame, uint32_t *stack, bool watched) {
  if (said_before(obj, (uint32_t)size, kind, site)) {
    redundant++;
    return;
  }
  if (kind != OMEN_KIND_ALLOC && said_too_often(obj, site, watched)) {
    repeated++;
    return;
  }
  if (watched) omrt_cur->named = true;
  call_line(obj, site);
  if (!*stack) *stack = stack_of(frame);
  struct omen_rawev e = {
      .obj = obj, .obj2 = value, .site = site, .stack = *stack, .kind = (uint8_t)kind, .size = (uint8_t)size};
  put(omrt_self, &e, watched);
}

/* Whatever of [addr, addr+len) is watched, in pieces. */
static void say_watched(uint64_t addr, uint64_t len, enum omen_kind kind, uint32_t site, const void *frame) {
  uint64_t end = addr + len < addr ? UINT64_MAX : addr + len;
  uint32_t stack = 0;
  for (uint32_t i = first_after(addr); i < ranges && range[i].addr < end; i++) {
    uint64_t lo = range[i].addr > addr ? range[i].addr : addr, hi = range[i].addr + range[i].len;
    if (hi > end) hi = end;
    for (; lo < hi; lo += PIECE)
      say(lo, hi - lo < PIECE ? hi - lo : PIECE, kind, 0, site, frame, &stack, true);
  }
}

/* The same of all of it. */
static void say_all(uint64_t addr, uint64_t len, enum omen_kind kind, bool reads_too, uint32_t site,
                    const void *frame) {
  uint32_t stack = 0;
  for (uint64_t at = addr, end = addr + len; at < end; at += PIECE) {
    uint64_t n = end - at < PIECE ? end - at : PIECE;
    if (reads_too) say(at, n, OMEN_KIND_READ, 0, site, frame, &stack, true);
    say(at, n, kind, 0, site, frame, &stack, true);
  }
}

/* An exploration may have something to do first: where memory is watched, and where somebody is to stop. */
static void explore(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site, uint32_t how,
                    const void *frame) {
  if (omrt_stop_due) omrt_mode.pass(addr, k == OMRT_W || k == OMRT_AW, site, how);
  if (every_access || omrt_watch_covers(addr, len) || (nalso && wanted_also(addr, len)))
    omrt_mode.access(addr, len, k == OMRT_W || k == OMRT_AW, site, how, frame);
}

bool omrt_watch_is_atomic;

/* Not before an exploration had its say: others may run first, and free what is accessed. */
static void look_for_bad(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site, const void *frame) {
  uint64_t bad = site == OMEN_SITE_HEAP ? 0 : omrt_poisoned(addr, len);
  if (OMRT_UNLIKELY(bad)) omrt_up.bad_access(bad, addr, len, k, site, frame);
}

/* Plain accesses are like relaxed ones, unless a plan assumes more. */
static uint32_t assumed_order(uint32_t site) {
  if (!OMRT_UNLIKELY(omrt_weak_assumes)) return 0;
  omrt_weak_assumed_fence(site);
  return omrt_weak_assumed_order(0, site);
}

/* Explorations: a plain access to watched memory that comes right behind this. What a call reads is read
 * later. */
static void weaken(uint64_t addr, uint64_t len, enum omrt_access k, bool reads_too, uint32_t how,
                   uint32_t site) {
  if (!omrt_mode.live || k > OMRT_W || !omrt_watch_covers(addr, len)) return;
  if (k == OMRT_W && how & OMEN_SITE_AHEAD) how = 0;
  if (how && (k == OMRT_R || reads_too))
    omrt_weak_read_outside(addr, len);
  else if (how)
    omrt_weak_outward();
  else
    omrt_weak_plain(addr, len, k == OMRT_R || reads_too, k == OMRT_W, assumed_order(site));
}

static void access_watched(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site,
                           const void *frame) {
  bool reads_too = site != OMEN_SITE_HEAP && site & OMEN_SITE_READS;
  uint32_t how = site == OMEN_SITE_HEAP ? 0 : site & OMEN_SITE_TOO;
  site = omen_site_number(site);
  if (omrt_world_followed()) explore(addr, len, k, site, how, frame);
  if (traces() && logs())
    say_all(addr, len, kinds[k], reads_too, site, frame); /* also one that ends the run */
  look_for_bad(addr, len, k, site, frame);
  if (!logs() || traces()) return; /* nobody reads the log of what was not recorded */
  if (reads_too) say_watched(addr, len, OMEN_KIND_READ, site, frame);
  say_watched(addr, len, kinds[k], site, frame);
}

void omrt_watch_access(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site, const void *frame) {
  omrt_restore();
  access_watched(addr, len, k, site, frame);
  if (OMRT_UNLIKELY(omrt_weak_on) && site != OMEN_SITE_HEAP)
    weaken(addr, len, k, site & OMEN_SITE_READS, site & OMEN_SITE_TOO, omen_site_number(site));
}

void omrt_watch_atomic(uint64_t addr, uint32_t size, enum omrt_access k, uint64_t value, uint32_t site,
                       const void *frame) {
  uint32_t stack = 0, how = site & OMEN_SITE_READS;
  site = omen_site_number(site);
  omrt_watch_is_atomic = true;
  if (omrt_world_followed()) explore(addr, size, k, site, how, frame);
  omrt_watch_is_atomic = false;
  look_for_bad(addr, size, k, site, frame);
  if (!logs()) return;
  bool watched = traces() || omrt_watch_covers(addr, size);
  say(addr, size, kinds[k], value, site, watched ? frame : NULL, &stack, watched);
}

void omrt_watch_fresh(uint64_t addr, uint64_t len) {
  omrt_self->syncs++; /* an access after this is a first one */
  omrt_unpoison(addr, len);
  if (without_stacks() && len)
    put(omrt_self, &(struct omen_rawev){.obj = addr, .obj2 = len, .kind = OMEN_KIND_ALLOC}, true);
  else if (!traces() && (!len || !omrt_watch_misses(addr, len)))
    say_watched(addr, len, OMEN_KIND_ALLOC, 0, NULL);
  if (traces() && omrt_mode.live && len)
    put(omrt_self, &(struct omen_rawev){.obj = addr, .obj2 = len, .kind = OMEN_KIND_ALLOC}, true);
  omrt_atomic_forget(addr, len);
  omrt_annotate_forget(addr, len);
}

static void alloc_line(const void *block, uint64_t len, const void *frame) {
  uint64_t pcs[DEPTH];
  int n = omrt_backtrace(frame, pcs, DEPTH);
  omrt_cur->named = true;
  omrt_line_alloc((uint64_t)block, len, (int)omrt_self->number, pcs, n);
}

/* The same place may be allocated a million times: the report needs only the last ones. */
void omrt_watch_heap(const void *block, uint64_t len, uint64_t want, const void *frame) {
  static uint64_t lines;
  if (all()) return;
  uint32_t i = first_after((uint64_t)block);
  if (i == ranges || range[i].addr >= (uint64_t)block + len) return;
  if (lines++ < 100000) alloc_line(block, want, frame);
}

void omrt_watch_position(uint64_t events) {
  if (position.buf && !silent() && !omrt_mode.live) OMRT_SYS4(SYS_pwrite64, position.fd, &events, 8, 0);
}

void omrt_watch_silence(void) {
  out = position = (struct omrt_out){.fd = -1};
  pending = NULL;
  waiting = 0;
  omrt_depot_silence();
}

void omrt_watch_report(void) {
  write_block();
  omrt_out_flush(&out);
  omrt_depot_flush();
  if (silent()) return; /* what was counted depends on where it began */
  omrt_line_counter("watch_events", written);
  omrt_line_counter("watch_redundant", redundant);
  omrt_line_counter("watch_repeated", repeated);
  omrt_line_counter("watch_quiet", omrt_filter_count);
  omrt_line_counter("watch_dropped", dropped);
  omrt_line_counter("dropped", dropped);
}
