/* Threads that wait for ever: see deadlock.h.
 *
 * Stuck threads are the largest set of which each waits for a member of it, or for a thread that has ended:
 * all that wait so are taken for stuck at first, and those that wait for somebody else are taken out until
 * none is left to take. From each of them the chain of who waits for whom ends in a circle, or at a dead
 * thread: the *root*, and the threads that lead to one root are one defect. */
#include "runtime/sync/deadlock.h"
#include "runtime/end.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/object.h"
#include "runtime/sync/rwlock.h"
#include "runtime/sync/sync.h"
#include "runtime/outcome_write.h"
#include "runtime/upward.h"

enum { SHOWN = 12, PATIENCE = 20000 };
uint64_t omrt_deadlock_due;
bool omrt_deadlock_cancels;

struct member {
  const struct omrt_fiber *fiber; /* NULL: has ended */
  int id;
  int next; /* who it waits for: a member; -1: none that counts */
  bool stuck;
};
struct scene { /* who lives, by number of thread; behind them those that ended and are waited for */
  struct member *m;
  int n, live;
};

/* ---- who waits for whom ---- */

static bool waits_for_somebody(const struct omrt_fiber *f) {
  if (f->done || f->deadline != OMRT_NEVER) return false;
  switch (f->why) {
  case OMRT_WAIT_MUTEX:
  case OMRT_WAIT_RWLOCK:
  case OMRT_WAIT_SPIN:
  case OMRT_WAIT_ONCE:
  case OMRT_WAIT_JOIN: return true;
  default: return false;
  }
}

/* A reader that waits although nobody writes is held off by writers that wait: if none of them gives up, it
 * waits for the readers that they wait for. */
static bool held_off_for_ever(const struct omrt_object *o) {
  for (const struct omrt_fiber *f = o->wqueue.head; f; f = f->qnext)
    if (f->deadline == OMRT_NEVER) return true;
  return false;
}

/* Its member; -1: it does not live. */
static int living(const struct scene *s, int id) {
  int lo = 0, hi = s->live;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (s->m[mid].id < id)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < s->live && s->m[lo].id == id ? lo : -1;
}

/* Has that thread ended, or is it stuck as far as we know? */
static bool gives_nothing(const struct scene *s, int id) {
  int at = living(s, id);
  return at >= 0 ? s->m[at].stuck : id >= 0 && id < omrt_fibers_made();
}

/* There is room: a thread that waits for an ended one does so for good. */
static int member_of(struct scene *s, int id) {
  int at = living(s, id);
  if (at >= 0 || id < 0) return at;
  for (at = s->live; at < s->n; at++)
    if (s->m[at].id == id) return at;
  s->m[s->n] = (struct member){NULL, id, -1, false};
  return s->n++;
}

/* A holder of `o` from which f can expect nothing; -1: none. */
static int useless_holder(const struct scene *s, const struct omrt_object *o, const struct omrt_fiber *f) {
  if (o->hold.by >= 0) return gives_nothing(s, o->hold.by) ? o->hold.by : -1;
  if (o->kind == OMRT_WAIT_RWLOCK && o->readers && f->queue == &o->queue && !held_off_for_ever(o)) return -1;
  for (const struct omrt_hold *h = o->readers; h; h = h->next)
    if (gives_nothing(s, h->by)) return h->by;
  return -1;
}

/* Whom f waits for in vain; -1: it may still go on. */
static int waits_in_vain_for(const struct scene *s, const struct omrt_fiber *f) {
  if (f->why == OMRT_WAIT_JOIN) {
    const struct omrt_fiber *g = omrt_fiber_by_pthread((void *)f->why_obj);
    return g && !g->done && gives_nothing(s, g->id) ? g->id : -1;
  }
  const struct omrt_object *o = omrt_object_at(f->why, f->why_obj);
  return o && !o->handed ? useless_holder(s, o, f) : -1;
}

static size_t room_of(const struct scene *s) { return 2 * (size_t)s->live * sizeof *s->m; }

static struct scene look(void) {
  struct scene s = {0};
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) s.live++;
  s.m = omrt_alloc(room_of(&s));
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    s.m[s.n++] = (struct member){f, f->id, -1, waits_for_somebody(f)};
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < s.live; i++) {
      if (!s.m[i].stuck) continue;
      s.m[i].next = member_of(&s, waits_in_vain_for(&s, s.m[i].fiber));
      if (s.m[i].next >= 0) continue;
      s.m[i].stuck = false;
      changed = true;
    }
  }
  return s;
}

/* ---- telling ---- */

/* Where the chain from i ends: the lowest number in a circle; or the thread that waits for a dead one. */
static int root_of(const struct scene *s, int i) {
  for (int steps = 0; steps < s->n; steps++) {
    if (!s->m[s->m[i].next].stuck) return i;
    i = s->m[i].next;
  }
  int least = i;
  for (int k = s->m[i].next; k != i; k = s->m[k].next)
    if (k < least) least = k;
  return least;
}

struct group {
  const struct scene *s;
  int root;
};

static void print_holds(uint32_t number, const struct omrt_fiber *f, int holder) {
  const struct omrt_object *o = f->why == OMRT_WAIT_JOIN ? NULL : omrt_object_at(f->why, f->why_obj);
  if (!o) return;
  const struct omrt_hold *h = o->hold.by == holder ? &o->hold : o->readers;
  while (h && h->by != holder) h = h->next;
  if (!h) return;
  omrt_line_holds(number, holder, omrt_wait_words[o->kind], (uint64_t)o->addr, h->pcs, h->npcs);
}

/* The circle first, then who stands behind it. */
static void print_members(uint32_t number, void *arg) {
  const struct group *g = arg;
  uint64_t pcs[24];
  int shown = 0;
  for (int i = 0, k = g->root; i < g->s->n && shown < SHOWN; i++) {
    const struct member *m = &g->s->m[k];
    omrt_line_waits(number, m->id, omrt_wait_words[m->fiber->why], (uint64_t)m->fiber->why_obj,
                    g->s->m[m->next].id, pcs, omrt_end_stack(m->fiber, pcs, 24));
    print_holds(number, m->fiber, g->s->m[m->next].id);
    shown++;
    k = m->next;
    if (k == g->root || !g->s->m[k].stuck) break;
  }
}

static const char *thing(const struct omrt_fiber *f) {
  switch (f->why) {
  case OMRT_WAIT_JOIN: return "the end of";
  case OMRT_WAIT_ONCE: return "a once routine run by";
  case OMRT_WAIT_MUTEX: return "a mutex held by";
  case OMRT_WAIT_RWLOCK: return "a rwlock held by";
  default: return "a spinlock held by";
  }
}

static void put_in_words(const struct group *g, char *says, size_t cap) {
  char name[24];
  size_t n = 0;
  const struct member *m = &g->s->m[g->root];
  for (int k = g->root, first = 1; n + 80 < cap; first = 0) {
    m = &g->s->m[k];
    n += (size_t)omrt_fmt(says + n, cap - n, "%s waits for %s ",
                          first ? omrt_thread_name(m->id, name) : ", which", thing(m->fiber));
    k = m->next;
    n += (size_t)omrt_fmt(says + n, cap - n, "%s",
                          &g->s->m[k] == m ? "itself" : omrt_thread_name(g->s->m[k].id, name));
    if (k == g->root) break;
    if (g->s->m[k].stuck) continue;
    n += (size_t)omrt_fmt(says + n, cap - n, ", which has ended");
    break;
  }
}

static int behind(const struct group *g, int in) {
  int all = 0;
  for (int i = 0; i < g->s->live; i++) all += g->s->m[i].stuck && root_of(g->s, i) == g->root;
  return all - in;
}

static int members(const struct group *g) {
  int n = 1;
  for (int k = g->s->m[g->root].next; k != g->root && g->s->m[k].stuck; k = g->s->m[k].next) n++;
  return n;
}

static void tell(const struct scene *s, int root) {
  struct group g = {s, root};
  const struct omrt_fiber *f = s->m[root].fiber;
  uint64_t pcs[24];
  char says[600];
  int others = behind(&g, members(&g));
  put_in_words(&g, says, sizeof says - 64);
  size_t n = 0;
  while (says[n]) n++;
  if (others) omrt_fmt(says + n, sizeof says - n, "; %d more behind", others);
  omrt_defect(&(struct omrt_defect){.kind = s->m[s->m[root].next].stuck ? OMEN_DEFECT_DEADLOCK
                                                                        : OMEN_DEFECT_ORPHANED_WAIT,
                                    .site = UINT32_MAX,
                                    .addr = (uint64_t)f->why_obj,
                                    .by = {f->id, omrt_end_stack(f, pcs, 24), pcs},
                                    .more = print_members,
                                    .arg = &g,
                                    .says = says});
}

void omrt_deadlock_report(void) {
  if (!omrt_on) return;
  struct scene s = look();
  for (int i = 0; i < s.live; i++)
    if (s.m[i].stuck && root_of(&s, i) == i) tell(&s, i);
  omrt_free(s.m, room_of(&s));
}

/* ---- while exploring ---- */

void omrt_deadlock_blocked(const struct omrt_fiber *f) {
  if (omrt_deadlock_due || omrt_deadlock_cancels) return;
  const struct omrt_fiber *g = f;
  for (int steps = 0; steps < SHOWN && waits_for_somebody(g); steps++) {
    int holder = omrt_sync_holder(g->why, g->why_obj);
    const struct omrt_fiber *next = holder < 0 ? NULL : omrt_fiber_by_id(holder);
    if (!next) return;
    if (next == f || next->done) {
      omrt_deadlock_due = omrt_events + PATIENCE;
      return;
    }
    g = next;
  }
}

void omrt_deadlock_look(void) {
  omrt_deadlock_due = 0;
  omrt_deadlock_report();
}
