/* The processes of a search: see search.h. A process that forks waits for its child, unless another one may
 * run beside it (`jobs`); a process that is done waits for all children that it left behind. So the first one
 * ends last. Each dies with its parent. */
#include "runtime/explore/forked.h"
#include "runtime/explore/search.h"
#include "runtime/explore/state_key.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include "runtime/world/answers.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

struct omen_search_head *omrt_search;
static struct omen_plan_decision *decisions;
static uint32_t ndecisions, room, depth;
static uint64_t noted;       /* processor time that is counted in `spent` */
static bool own_turn = true; /* this process counts among those that run: else its parent waits for it */

void omrt_search_map(void) {
  char path[600];
  static struct omen_search_head head; /* large */
  omrt_fmt(path, sizeof path, "%s/search", omrt_config->dir);
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0 || OMRT_SYS4(SYS_pread64, fd, &head, sizeof head, 0) != sizeof head ||
      head.magic != OMEN_SEARCH_MAGIC || head.version != OMEN_SEARCH_VERSION)
    omrt_fatal("the file of the search is not there, or damaged");
  void *at = omrt_reserve(head.size);
  long got = OMRT_SYS6(SYS_mmap, at, head.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
  OMRT_SYS1(SYS_close, fd);
  if (got != (long)at) omrt_fatal("cannot map the file of the search (error %ld)", -got);
  omrt_search = at;
  omrt_search->running = 1;
}

void omrt_search_count(uint64_t *counter) { __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED); }

void omrt_search_decide(const struct omen_plan_decision *d) {
  if (ndecisions == room) {
    struct omen_plan_decision *more = omrt_alloc((room ? 2 * room : 64) * sizeof *more);
    if (room) memcpy(more, decisions, room * sizeof *more);
    omrt_free(decisions, room * sizeof *more);
    decisions = more;
    room = room ? 2 * room : 64;
  }
  decisions[ndecisions++] = *d;
}

/* ---- states ---- */

bool omrt_search_met(uint64_t key) {
  enum { PROBES = 64 };
  if (omrt_search->whole) return false;
  uint64_t *slot = omen_search_slots(omrt_search), mask = omrt_search->slots - 1;
  for (uint64_t i = 0; i < PROBES; i++) {
    uint64_t *s = &slot[((key >> 8) + i) & mask], none = 0;
    if (__atomic_compare_exchange_n(s, &none, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      omrt_search_count(&omrt_search->states);
      return false;
    }
    if (none != key) continue;
    omrt_search_count(&omrt_search->cut);
    return true;
  }
  omrt_search_count(&omrt_search->dropped);
  return false;
}

/* ---- processes ---- */

static int memory_file(void) {
  long fd = OMRT_SYS2(SYS_memfd_create, "omen-search", MFD_CLOEXEC);
  return (int)fd;
}

/* What this process took since it was asked last: it began as a fork, or as the first. Asked at each fork,
 * too: those that wait did most of a deep search, and few runs may come to an end. */
static void note_spent(void) {
  struct timespec t = {0};
  OMRT_SYS2(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &t);
  uint64_t now = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
  __atomic_fetch_add(&omrt_search->spent, now - noted, __ATOMIC_RELAXED);
  noted = now;
}

static void become_child(bool runs_beside) {
  own_turn = runs_beside;
  noted = 0;
  depth++;
  int outcome = memory_file(), outputs = memory_file();
  if (outcome < 0 || outputs < 0) omrt_fatal("no more files can be opened");
  omrt_forked_files(outcome, outputs);
  omrt_forked_begin();
}

static void take_note(int status) {
  if (status) omrt_search_count(&omrt_search->lost);
}

static long wait_for(long pid) {
  int status = 0;
  long got;
  do got = OMRT_SYS4(SYS_wait4, pid, &status, 0, 0);
  while (got == -EINTR);
  if (got > 0) take_note(status);
  return got;
}

/* Another process may run beside this one. */
static bool begin_beside(void) {
  uint32_t n = __atomic_load_n(&omrt_search->running, __ATOMIC_RELAXED);
  while (n < omrt_search->jobs)
    if (__atomic_compare_exchange_n(&omrt_search->running, &n, n + 1, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
      return true;
  return false;
}

static void end_beside(void) { __atomic_fetch_sub(&omrt_search->running, 1, __ATOMIC_RELAXED); }

void omrt_search_done(void) {
  note_spent();
  if (own_turn) end_beside();
  while (wait_for(-1) > 0) continue;
  for (;;) OMRT_SYS1(SYS_exit_group, 0);
}

static void stop_if_told(void) {
  if (!__atomic_load_n(&omrt_search->stop, __ATOMIC_RELAXED)) return;
  omrt_search_count(&omrt_search->stopped);
  omrt_search_done();
}

/* True: this is the child, which is to take this way. */
static bool fork_one(void) {
  bool beside = begin_beside();
  long parent = OMRT_SYS0(SYS_getpid), pid = OMRT_SYS6(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);
  if (pid == 0) {
    OMRT_SYS2(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (OMRT_SYS0(SYS_getppid) != parent) OMRT_SYS1(SYS_exit_group, 1);
    become_child(beside);
    return true;
  }
  note_spent(); /* a deep fork takes long */
  if (pid < 0) omrt_search_count(&omrt_search->lost);
  if (pid < 0 && beside) end_beside();
  if (pid > 0 && !beside) wait_for(pid);
  return false;
}

uint32_t omrt_search_branch(uint32_t n) {
  stop_if_told();
  if (depth >= omrt_search->deepest) {
    omrt_search_count(&omrt_search->deep);
    return 0;
  }
  for (uint32_t i = 0; i + 1 < n; i++) {
    omrt_search_count(&omrt_search->branches);
    if (fork_one()) return i;
    stop_if_told();
  }
  return n - 1;
}

/* ---- leaves ---- */

struct bytes {
  char *data;
  uint64_t len;
};

static struct bytes read_back(const struct omrt_out *o) {
  struct bytes b = {omrt_alloc(o->written + 1), 0};
  while (b.len < o->written) {
    long n = OMRT_SYS4(SYS_pread64, o->fd, b.data + b.len, o->written - b.len, b.len);
    if (n == -EINTR) continue;
    if (n <= 0) break;
    b.len += (uint64_t)n;
  }
  return b;
}

static uint64_t hash_bytes(uint64_t h, const char *p, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) h = (h ^ (uint8_t)p[i]) * 0x100000001b3ull;
  return omrt_mix(h, n);
}

static bool begins(const char *line, uint64_t n, const char *word) {
  uint64_t len = strlen(word);
  return n >= len && !memcmp(line, word, len);
}

/* How it ended, and defects, without what depends on where memory lies. The command looks closer. */
static uint64_t hash_said(struct bytes said) {
  uint64_t h = 1;
  for (uint64_t at = 0; at < said.len;) {
    const char *line = said.data + at, *end = memchr(line, '\n', said.len - at);
    uint64_t n = end ? (uint64_t)(end - line) : said.len - at;
    if (begins(line, n, "end endless limit")) omrt_search_count(&omrt_search->endless);
    if (begins(line, n, "end outside")) omrt_search_count(&omrt_search->outside);
    if (begins(line, n, "end ") || begins(line, n, "crash ") || begins(line, n, "defect "))
      h = hash_bytes(h, line, n);
    at += n + 1;
  }
  return h;
}

static void lock(void) {
  while (__atomic_exchange_n(&omrt_search->lock, 1, __ATOMIC_ACQUIRE)) OMRT_SYS0(SYS_sched_yield);
}
static void unlock(void) { __atomic_store_n(&omrt_search->lock, 0, __ATOMIC_RELEASE); }

static struct omen_search_leaf *known(uint64_t key) {
  char *leaves = omen_search_leaves(omrt_search);
  for (uint64_t at = 0; at < omrt_search->leaves;) {
    struct omen_search_leaf *l = (void *)(leaves + at);
    if (l->key == key) return l;
    at += l->size;
  }
  return NULL;
}

static void keep(uint64_t key, struct bytes said, struct bytes outputs) {
  uint64_t part = ndecisions * sizeof *decisions,
           size = (sizeof(struct omen_search_leaf) + part + said.len + outputs.len + 7) / 8 * 8;
  if (size > UINT32_MAX || size > omen_search_room(omrt_search) - omrt_search->leaves) {
    omrt_search_count(&omrt_search->unkept);
    return;
  }
  struct omen_search_leaf *l = (void *)(omen_search_leaves(omrt_search) + omrt_search->leaves);
  *l = (struct omen_search_leaf){key,           1, ndecisions, (uint32_t)said.len, (uint32_t)outputs.len,
                                 (uint32_t)size};
  char *to = (char *)(l + 1);
  if (part) memcpy(to, decisions, part);
  memcpy(to + part, said.data, said.len);
  memcpy(to + part + said.len, outputs.data, outputs.len);
  omrt_search->leaves += size;
}

void omrt_search_ended(void) {
  struct bytes said = read_back(&omrt_outcome), outputs = read_back(omrt_world_out());
  uint64_t key = omrt_mix(hash_said(said), omrt_world_standard());
  lock();
  struct omen_search_leaf *l = known(key);
  if (l)
    l->count++;
  else
    keep(key, said, outputs);
  unlock();
  omrt_search_count(&omrt_search->runs);
  omrt_search_done();
}
