/* The image of a program: see snapshot.h.
 *
 * What is copied are the pages of writable private mappings that were ever touched (touched_pages.h). A page
 * that nobody touched is as it was; a page touched since makes the image differ. Mappings themselves change
 * by system calls only, and the caller drops the image at one. */
#include "runtime/explore/snapshot.h"
#include "runtime/explore/touched_pages.h"
#include "runtime/fiber/fiber.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/shadow.h"
#include "runtime/sync/object.h"
#include <fcntl.h>
#include <sys/syscall.h>

enum { PAGE = 4096, XSAVE_SIZE = 2752, XSAVE_UNUSED = 464, XSAVE_HEADER = 512 };
enum { RUNS = 1 << 16, HOLES = 4096, WORDS = 1 << 16, CHAIN = 32, KEPT = 4096 };
#define CAP (256ull << 20)
#define DIGEST_CAP (4ull << 30) /* a few seconds */

struct run { /* copied memory */
  uint64_t lo, hi;
  const char *copy;
  bool stack; /* of a thread that lives */
};

static struct omrt_span *holes;
static struct run *runs;
static uint64_t *words, *now; /* who waits for what, then the locks: at the image, and now */
static char *copies;
static uint32_t nholes, nruns, nwords, nlocks, hint;
static uint64_t bytes;
static const char *why;

uint64_t omrt_snapshot_bytes(void) { return bytes; }
const char *omrt_snapshot_why(void) { return why; }

/* The runtime's own variables: see runtime/sections.h. */
extern __attribute__((weak)) char __start_omen_data[], __stop_omen_data[], __start_omen_bss[],
    __stop_omen_bss[], __start_omen_text[], __stop_omen_text[];

/* ---- without vector registers ----
 * A thread that stands in a direct call gets on with whatever the runtime left in them: nothing to it, but it
 * is saved with its next trapped call, and would look like a change. libc's functions leave counts there. */

static bool equal(const void *a, const void *b, uint64_t n) {
  const uint64_t *x = a, *y = b;
  uint64_t i = 0;
#pragma clang loop vectorize(disable) interleave(disable)
  for (; i < n / 8; i++)
    if (x[i] != y[i]) return false;
  for (i *= 8; i < n; i++)
    if (((const char *)a)[i] != ((const char *)b)[i]) return false;
  return true;
}
static void move(void *to, const void *from, uint64_t n) { /* down, if they overlap */
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n)::"memory");
}

/* ---- what does not count ---- */

/* The frames from where f stands (registers pushed at sp, rbp the last) up to that of the trapped call which
 * it is in: their return addresses, and how many. 0: it is in none, or not known to be: a cancellation that
 * unwinds a call leaves its frame behind. */
static int frames_in_call(const struct omrt_fiber *f, const void *sp, uint64_t *pcs) {
  uint64_t at = (uint64_t)sp, fp = ((const uint64_t *)sp)[6];
  if (!f->entry) return 0;
  for (int n = 0; n < CHAIN && fp > at && fp <= (uint64_t)f->entry && !(fp & 7); n++) {
    if (fp == (uint64_t)f->entry) return n;
    pcs[n] = ((const uint64_t *)fp)[1];
    at = fp;
    fp = *(const uint64_t *)fp;
  }
  return 0;
}

static const void *sp_of(const struct omrt_fiber *f, const void *sp) { return f == omrt_cur ? sp : f->sp; }

/* The lowest byte of f's stack that is the program's. In a trapped system call all of its registers are in
 * the frame that the trap made; whatever lies below is the runtime's. */
static uint64_t bottom(const struct omrt_fiber *f, const void *sp) {
  uint64_t pcs[CHAIN];
  sp = sp_of(f, sp);
  if (frames_in_call(f, sp, pcs)) return ((uint64_t)f->entry - XSAVE_SIZE) & ~63ull;
  return (uint64_t)sp;
}

static void add_hole(uint64_t lo, uint64_t hi) {
  if (lo < hi && nholes < HOLES) holes[nholes++] = (struct omrt_span){lo, hi};
}

static void runtime_holes(void) {
  nholes = 0;
  add_hole((uint64_t)__start_omen_data, (uint64_t)__stop_omen_data);
  add_hole((uint64_t)__start_omen_bss, (uint64_t)__stop_omen_bss);
}

/* By address, so that one walk finds what is between them. */
static void sort_holes(void) {
  for (uint32_t i = 1; i < nholes; i++)
    for (uint32_t k = i; k && holes[k].lo < holes[k - 1].lo; k--) {
      struct omrt_span t = holes[k];
      holes[k] = holes[k - 1];
      holes[k - 1] = t;
    }
}

static void find_holes(const void *sp) {
  runtime_holes();
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    if (f->done) continue;
    uint64_t low = bottom(f, sp);
    if (low > f->stack_lo && low < f->stack_hi) add_hole(f->stack_lo, low);
    /* xsave leaves these bytes as they were */
    if (low != (uint64_t)sp_of(f, sp)) add_hole(low + XSAVE_UNUSED, low + XSAVE_HEADER);
  }
  sort_holes();
}

static bool on_live_stack(uint64_t addr) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && addr >= f->stack_lo && addr < f->stack_hi) return true;
  return false;
}

/* ---- touched memory ---- */

static bool read_mappings(void) {
  const char *trouble = omrt_touched_read();
  if (trouble) why = trouble;
  return !trouble;
}

static bool all_touched(omrt_touched_fn *visit) { return omrt_touched_each(holes, nholes, visit); }

static uint64_t counted, most;
static bool count(uint64_t lo, uint64_t hi) {
  counted += hi - lo;
  return counted <= most;
}
static bool touched_at_most(uint64_t limit) {
  counted = 0;
  most = limit;
  return all_touched(count);
}

static bool copy(uint64_t lo, uint64_t hi) {
  if (nruns == RUNS) {
    why = "memory is in too many pieces";
    return false;
  }
  move(copies + bytes, (const void *)lo, hi - lo);
  runs[nruns++] = (struct run){lo, hi, copies + bytes, on_live_stack(lo)};
  bytes += hi - lo;
  return true;
}

static uint64_t measured;
static bool measure(uint64_t lo, uint64_t hi) {
  measured += hi - lo;
  return measured <= CAP;
}

/* ---- threads and locks ---- */

static bool put(uint64_t *to, uint32_t *n, uint64_t v) {
  if (*n == WORDS) return false;
  to[(*n)++] = v;
  return true;
}

static uint32_t list_threads(uint64_t *to, const void *sp) {
  uint32_t n = 0;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    if (f->done) continue;
    put(to, &n, (uint64_t)f->id);
    put(to, &n,
        (uint64_t)f->why | (uint64_t)(f->deadline != OMRT_NEVER) << 8 | (uint64_t)f->runnable << 9 |
            (uint64_t)f->timed_out << 10 | (uint64_t)f->interrupted << 11);
    put(to, &n, (uint64_t)f->why_obj);
    put(to, &n, bottom(f, sp));
    /* In a call, its frame has the program's state, but not how far the call got. */
    uint64_t pcs[CHAIN];
    for (int i = 0, k = frames_in_call(f, sp_of(f, sp), pcs); i < k; i++) put(to, &n, pcs[i]);
  }
  return n;
}

struct list {
  uint64_t *to;
  uint32_t n;
};
static void list_queue(struct list *l, const struct omrt_waitq *q) {
  for (struct omrt_fiber *f = q->head; f; f = f->qnext) put(l->to, &l->n, (uint64_t)f->id);
}
static void list_lock(struct omrt_object *o, void *arg) {
  struct list *l = arg;
  put(l->to, &l->n, (uint64_t)o->addr);
  put(l->to, &l->n, (uint64_t)(uint32_t)o->hold.by | (uint64_t)o->count << 32);
  put(l->to, &l->n, (uint64_t)o->more ^ (uint64_t)o->writers << 48);
  list_queue(l, &o->queue);
  list_queue(l, &o->wqueue);
  for (const struct omrt_hold *h = o->readers; h; h = h->next) put(l->to, &l->n, (uint64_t)h->by);
}
static uint32_t list_locks(uint64_t *to, uint32_t n) {
  struct list l = {to, n};
  omrt_object_each(list_lock, &l);
  return l.n;
}

/* ---- taking and comparing ---- */

static void begin(void) {
  if (copies) return;
  holes = omrt_reserve(HOLES * sizeof *holes);
  runs = omrt_reserve(RUNS * sizeof *runs);
  words = omrt_reserve(WORDS * sizeof *words);
  now = omrt_reserve(WORDS * sizeof *now);
  copies = omrt_reserve(CAP);
}

uint64_t omrt_snapshot_size(const void *sp) {
  begin();
  measured = 0;
  why = NULL;
  find_holes(sp);
  if (read_mappings()) all_touched(measure);
  return measured;
}

bool omrt_snapshot_take(const void *sp) {
  bytes = nruns = hint = 0;
  nwords = list_threads(words, sp);
  nlocks = list_locks(words, nwords);
  if (nlocks == WORDS || nholes == HOLES) why = "there are too many threads or locks";
  if (why) return false;
  if (measured <= CAP) return all_touched(copy);
  why = "the program has too much memory: more than 256 MB were touched";
  return false;
}

static struct {
  uint64_t low, end;
  uint64_t words[KEPT / 8];
} stack;

/* xsave leaves these bytes as they were. */
static bool is_unused(uint64_t at, uint64_t low, bool in_call) {
  return in_call && at >= low + XSAVE_UNUSED && at < low + XSAVE_HEADER;
}

void omrt_snapshot_keep_stack(const void *sp) {
  stack.low = bottom(omrt_cur, sp);
  stack.end = stack.low + KEPT < omrt_cur->stack_hi ? stack.low + KEPT : omrt_cur->stack_hi;
  uint64_t *to = stack.words;
  for (uint64_t at = stack.low; at + 8 <= stack.end; at += 8) *to++ = *(const uint64_t *)at;
}

bool omrt_snapshot_same_stack(const void *sp) {
  uint64_t low = bottom(omrt_cur, sp);
  bool in_call = low != (uint64_t)sp;
  if (low != stack.low) return false;
  const uint64_t *was = stack.words;
  for (uint64_t at = low; at + 8 <= stack.end; at += 8, was++)
    if (*(const uint64_t *)at != *was && !is_unused(at, low, in_call)) return false;
  return true;
}

static bool run_same(uint32_t i) {
  return equal((const void *)runs[i].lo, runs[i].copy, runs[i].hi - runs[i].lo);
}

/* What differed last time most likely does again. */
bool omrt_snapshot_same(const void *sp) {
  if (hint < nruns && !run_same(hint)) return false;
  uint32_t n = list_threads(now, sp);
  if (n != nwords || !equal(now, words, n * sizeof *now)) return false;
  for (uint32_t i = 0; i < nruns; i++)
    if (!run_same(i)) return hint = i, false;
  return omrt_snapshot_locks_same() && touched_at_most(bytes) && counted == bytes;
}

bool omrt_snapshot_shared_same(void) {
  for (uint32_t i = 0; i < nruns; i++)
    if (!runs[i].stack && !run_same(i)) return false;
  return true;
}

bool omrt_snapshot_locks_same(void) {
  uint32_t n = list_locks(now, nwords);
  return n == nlocks && equal(now + nwords, words + nwords, (n - nwords) * sizeof *now);
}

/* ---- for other processes ---- */

/* Where the program's own part of f's stack begins: behind the frames of the runtime. `fp`: the frame pointer
 * that it was left with. */
static uint64_t program_part(const struct omrt_fiber *f, uint64_t fp) {
  if (f->entry) return ((const struct omrt_frame *)f->entry)->rsp;
  uint64_t at = 0;
  while (fp > at && omrt_frame_fits(fp, f->stack_lo, f->stack_hi)) {
    uint64_t pc = ((const uint64_t *)fp)[1];
    if (pc < (uint64_t)__start_omen_text || pc >= (uint64_t)__stop_omen_text) return fp + 16;
    at = fp;
    fp = *(const uint64_t *)fp;
  }
  return f->stack_hi;
}

static uint64_t sum;
static bool add_up(uint64_t lo, uint64_t hi) {
  for (uint64_t at = lo, end; at < hi; at = end) {
    end = (at | (PAGE - 1)) + 1 < hi ? (at | (PAGE - 1)) + 1 : hi;
    uint64_t h = at, any = 0;
    for (uint64_t p = at; p < end; p++) { /* holes are at any address */
      uint64_t v = *(const volatile uint8_t *)p;
      if (!(p & 7) && end - p >= 8) {
        v = *(const volatile uint64_t *)p;
        p += 7;
      }
      any |= v;
      h = (h ^ v) * 0x9e3779b97f4a7c15ull;
      h ^= h >> 29;
    }
    if (any) sum += h * 0x9e3779b97f4a7c15ull; /* a page of zeros is as one that nobody touched */
  }
  return true;
}

bool omrt_snapshot_digest(uint64_t *digest) {
  begin();
  why = NULL;
  runtime_holes();
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    if (f->done || !f->stack_hi) continue;
    uint64_t fp = f == omrt_cur ? (uint64_t)__builtin_frame_address(0) : ((const uint64_t *)f->sp)[6];
    add_hole(f->stack_lo, program_part(f, fp));
  }
  sort_holes();
  if (nholes == HOLES) why = "there are too many threads";
  sum = 0;
  bool good = !why && read_mappings() && touched_at_most(DIGEST_CAP) && all_touched(add_up);
  *digest = sum;
  return good;
}
