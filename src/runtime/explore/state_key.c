/* The key of a state, and races: see state_key.h. */
#include "runtime/explore/state_key.h"
#include "record/search_file.h"
#include "runtime/rt.h"
#include <string.h>

enum { THREADS = OMEN_SEARCH_THREADS, BUCKETS = 1 << 14, LONGEST = 1 << 16 };
typedef uint32_t clock_of[THREADS];

struct cell {
  struct cell *next;
  uint64_t id;
  uint64_t wrote, read; /* hash of the last write, and of all reads since */
  uint64_t when;        /* it changed last */
  clock_of writer, readers;
};
struct seen { /* plain accesses to four bytes: bytes of one such word count as one place */
  struct seen *next;
  uint64_t id;
  int writer; /* 1 + the thread that wrote last */
  uint32_t when;
  uint32_t *reads; /* by thread */
};

static struct cell *cells[BUCKETS];
static struct seen *seen[BUCKETS];
static clock_of clock[THREADS];
static uint64_t last[THREADS]; /* hash of each thread's last operation */
static uint64_t sum, writes;

uint64_t omrt_mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15ull;
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9ull;
  return h ^ h >> 32;
}

static uint32_t bucket(uint64_t id) { return (uint32_t)(id * 0x9e3779b97f4a7c15ull >> 50); }

static void join(clock_of to, const clock_of from) {
  for (int i = 0; i < THREADS; i++)
    if (from[i] > to[i]) to[i] = from[i];
}

static struct cell *cell_at(uint64_t id, bool make) {
  struct cell **at = &cells[bucket(id)];
  for (struct cell *c = *at; c; c = c->next)
    if (c->id == id) return c;
  if (!make) return NULL;
  struct cell *c = omrt_alloc(sizeof *c);
  c->id = id;
  c->next = *at;
  return *at = c;
}

void omrt_key_thread(int parent, int child) {
  memcpy(clock[child], clock[parent], sizeof(clock_of));
  clock[child][child] = 1;
  clock[parent][parent]++;
  last[child] = omrt_mix(last[parent], (uint64_t)child + 77);
}

/* In state_key.h's words: what a weaker memory adds to the execution goes into these two. */
static uint64_t taken(const struct cell *c, bool write) {
  return omrt_mix(c->id, write ? omrt_mix(c->wrote, c->read) : c->wrote);
}

static void put(struct cell *c, uint64_t hash, bool write) {
  if (write) {
    c->wrote = hash;
    c->read = 0;
  } else
    c->read += omrt_mix(hash, 5);
}

static void order(struct cell *c, int thread, bool write) {
  if (write) {
    memcpy(c->writer, clock[thread], sizeof(clock_of));
    memset(c->readers, 0, sizeof(clock_of));
  } else
    join(c->readers, clock[thread]);
}

void omrt_key_op(int thread, uint32_t what, const uint64_t *ids, int n, bool write, bool orders) {
  uint64_t hash = omrt_mix(omrt_mix(last[thread], what), (uint64_t)thread << 1 | write);
  for (int i = 0; i < n; i++) {
    struct cell *c = cell_at(ids[i], true);
    hash = omrt_mix(hash, taken(c, write));
    if (orders) join(clock[thread], c->writer);
    if (orders && write) join(clock[thread], c->readers);
  }
  last[thread] = hash;
  sum += omrt_mix(hash, 3);
  for (int i = 0; i < n; i++) {
    put(cell_at(ids[i], true), hash, write);
    if (orders) order(cell_at(ids[i], true), thread, write);
  }
  clock[thread][thread]++;
}

void omrt_key_changed(const uint64_t *ids, int n) {
  writes++;
  for (int i = 0; i < n; i++) cell_at(ids[i], true)->when = writes;
}

uint64_t omrt_key_now(void) { return sum; }
uint64_t omrt_key_writes(void) { return writes; }
uint64_t omrt_key_written(uint64_t id) {
  const struct cell *c = cell_at(id, false);
  return c ? c->when : 0;
}

/* ---- races ---- */

static struct seen *seen_at(uint64_t id) {
  struct seen **at = &seen[bucket(id)];
  for (struct seen *s = *at; s; s = s->next)
    if (s->id == id) return s;
  struct seen *s = omrt_alloc(sizeof *s);
  s->id = id;
  s->next = *at;
  return *at = s;
}

static bool unordered_read(const struct seen *s, int thread) {
  for (int i = 0; s->reads && i < THREADS; i++)
    if (i != thread && s->reads[i] > clock[thread][i]) return true;
  return false;
}

static bool word_races(struct seen *s, int thread, bool write) {
  int by = s->writer - 1;
  bool races = by >= 0 && by != thread && s->when > clock[thread][by];
  if (write) {
    races |= unordered_read(s, thread);
    s->writer = thread + 1;
    s->when = clock[thread][thread];
    return races;
  }
  if (!s->reads) s->reads = omrt_alloc(sizeof(clock_of));
  s->reads[thread] = clock[thread][thread];
  return races;
}

bool omrt_key_races(int thread, uint64_t addr, uint64_t len, bool write) {
  bool races = false;
  if (len > LONGEST) len = LONGEST;
  for (uint64_t at = addr >> 2; at <= (addr + len - 1) >> 2; at++)
    races |= word_races(seen_at(at), thread, write);
  return races;
}
