/* Noting misuse: see misuse.h. */
#include "runtime/sync/misuse.h"
#include "runtime/rt.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/rwlock.h"
#include "runtime/sync/sync.h"

static uint64_t misuses;

const char *omrt_thread_name(int id, char out[24]) {
  if (id == 0) return "the main thread";
  omrt_fmt(out, 24, "thread T%d", id);
  return out;
}

static struct omrt_by by(const struct omrt_hold *h) {
  if (!h || h->by < 0) return (struct omrt_by){0};
  return (struct omrt_by){h->by, h->npcs, h->pcs};
}

void omrt_misused(const struct omrt_misuse *m, const char *fmt, ...) {
  char says[200], name[24];
  va_list ap;
  misuses++;
  int n = omrt_fmt(says, sizeof says, "%s ", omrt_thread_name(omrt_cur->id, name));
  va_start(ap, fmt);
  omrt_vfmt(says + n, sizeof says - (size_t)n, fmt, ap);
  va_end(ap);
  const struct omrt_object *o = m->o;
  const struct omrt_hold *held = !o ? NULL : o->hold.by >= 0 ? &o->hold : o->readers;
  omrt_defect(&(struct omrt_defect){.kind = m->kind,
                                    .site = UINT32_MAX,
                                    .addr = (uint64_t)m->addr,
                                    .frame = m->frame,
                                    .made = by(o && o->gone ? NULL : held),
                                    .gone = by(o && o->gone ? o->gone : m->gone),
                                    .says = says});
}

void omrt_misused_destroyed(enum omrt_why kind, const void *addr, const char *what, const void *frame) {
  const struct omrt_object *o = omrt_object_grave(kind, addr);
  char name[24];
  if (o)
    omrt_misused(&(struct omrt_misuse){OMEN_DEFECT_USE_AFTER_DESTROY, addr, o, NULL, frame},
                 "%s that %s destroyed", what, omrt_thread_name(o->gone->by, name));
  else
    omrt_misused(&(struct omrt_misuse){OMEN_DEFECT_USE_AFTER_DESTROY, addr, NULL, NULL, frame},
                 "%s that was destroyed", what);
}

static const char *name_of(enum omrt_why kind) { return omrt_wait_words[kind]; }

/* The program's memory says that it is held, as the runtime has it. */
static bool held(const struct omrt_object *o) {
  if (o->hold.by < 0 && !o->readers) return false;
  switch (o->kind) {
  case OMRT_WAIT_MUTEX: return omrt_mutex_is_held(o->addr, o);
  case OMRT_WAIT_RWLOCK: return omrt_rwlock_is_held(o->addr, o);
  case OMRT_WAIT_SPIN: return *(const int *)o->addr <= 0;
  default: return false;
  }
}

static bool awaited(const struct omrt_object *o) {
  switch (o->kind) {
  case OMRT_WAIT_MUTEX: return o->users > 0;
  case OMRT_WAIT_COND:
  case OMRT_WAIT_BARRIER: return o->more != NULL;
  case OMRT_WAIT_RWLOCK: return o->queue.head || o->wqueue.head;
  default: return o->queue.head != NULL;
  }
}

bool omrt_in_use(const struct omrt_object *o, char how[80]) {
  char name[24];
  int by = o->hold.by >= 0 ? o->hold.by : o->readers ? o->readers->by : -1;
  const char *what = o->kind == OMRT_WAIT_COND ? "condition variable" : name_of(o->kind);
  if (held(o))
    omrt_fmt(how, 80, "a %s that %s holds", what, by == omrt_cur->id ? "it" : omrt_thread_name(by, name));
  else if (awaited(o))
    omrt_fmt(how, 80, "a %s that threads wait for", what);
  else
    return false;
  return true;
}

static void misused_if_used(const struct omrt_object *o, enum omen_defect_kind kind, const char *does,
                            const void *frame) {
  char how[80];
  if (!o || o->gone || !omrt_in_use(o, how)) return;
  omrt_misused(&(struct omrt_misuse){kind, o->addr, o, NULL, frame}, "%s %s", does, how);
}

void omrt_misused_destroy(enum omrt_why kind, const void *addr, const void *frame) {
  misused_if_used(omrt_object_at(kind, addr), OMEN_DEFECT_DESTROY_IN_USE, "destroys", frame);
}
void omrt_misused_init(enum omrt_why kind, const void *addr, const void *frame) {
  misused_if_used(omrt_object_at(kind, addr), OMEN_DEFECT_THREAD_MISUSE, "initialises", frame);
}

static void freed(struct omrt_object *o, const void *frame) {
  if (o->kind == OMRT_WAIT_ONCE || o->kind == OMRT_WAIT_FUTEX) return;
  misused_if_used(o, OMEN_DEFECT_DESTROY_IN_USE, "frees memory with", frame);
}
void omrt_sync_freed(const void *addr, uint64_t len, const void *frame) {
  omrt_object_forget(addr, len, freed, frame);
}

uint64_t omrt_misuses(void) { return misuses; }
