/* Locks on files between descriptions of the program: flock, and ranges by fcntl (F_OFD_SETLK). See world.h.
 * Locks of fcntl that belong to the process (F_SETLK) never stand in its own way. */
#include "runtime/world/world.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>

struct lock {
  struct lock *next;
  struct omrt_desc *desc;
  struct omrt_node *node;
  bool exclusive, ranged; /* of fcntl; it and flock do not see each other */
  uint64_t from, to;      /* of flock: everything */
};
static struct lock *locks;

static void add(struct lock l) {
  struct lock *made = omrt_alloc(sizeof *made);
  l.next = locks;
  *made = l;
  locks = made;
}

static bool overlap(const struct lock *a, const struct lock *b) {
  return a->node == b->node && a->ranged == b->ranged && a->from <= b->to && b->from <= a->to;
}

/* What the description has there goes; what it has beside that stays. */
static void unlock(const struct lock *there) {
  for (struct lock **l = &locks; *l;) {
    struct lock old = **l;
    if (old.desc != there->desc || !overlap(&old, there)) {
      l = &(*l)->next;
      continue;
    }
    omrt_free(*l, sizeof old);
    *l = old.next;
    struct lock left = old, right = old;
    left.to = there->from - 1;
    right.from = there->to + 1;
    if (old.from < there->from) add(left);
    if (old.to > there->to) add(right);
  }
}

void omrt_lock_closed(struct omrt_desc *d) {
  for (int ranged = 0; ranged < 2; ranged++)
    unlock(&(struct lock){.desc = d, .node = d->node, .ranged = ranged, .to = UINT64_MAX});
}

static bool is_free(void *arg) {
  const struct lock *want = arg;
  for (struct lock *l = locks; l; l = l->next)
    if (l->desc != want->desc && overlap(l, want) && (l->exclusive || want->exclusive)) return false;
  return true;
}

static int64_t lock(struct lock want, bool wait) {
  if (!is_free(&want)) {
    if (!wait) return -EWOULDBLOCK;
    int64_t bad = omrt_world_wait(is_free, &want, want.node, OMRT_NEVER, OMRT_WORLD_SHARED);
    if (bad) return bad;
  }
  unlock(&want);
  add(want);
  omrt_world_changed(); /* a shared lock may have been an exclusive one */
  return 0;
}

static int64_t give_back(struct lock l) {
  unlock(&l);
  omrt_world_changed();
  return 0;
}

int64_t omrt_lock(struct omrt_desc *d, int op) {
  struct lock l = {.desc = d, .node = d->node, .exclusive = (op & ~LOCK_NB) == LOCK_EX, .to = UINT64_MAX};
  if (!d->node) return 0;
  switch (op & ~LOCK_NB) {
  case LOCK_UN: return give_back(l);
  case LOCK_SH:
  case LOCK_EX: return lock(l, !(op & LOCK_NB));
  default: return -EINVAL;
  }
}

int64_t omrt_lock_range(struct omrt_desc *d, const struct flock *of, bool wait) {
  if (!d->node) return 0;
  omrt_node_measured(d->node);
  int64_t base = of->l_whence == SEEK_SET   ? 0
                 : of->l_whence == SEEK_CUR ? (int64_t)d->offset
                                            : d->node->st.st_size;
  int64_t from = base + of->l_start + (of->l_len < 0 ? of->l_len : 0);
  int64_t len = of->l_len < 0 ? -of->l_len : of->l_len;
  if (from < 0) return -EINVAL;
  struct lock l = {.desc = d,
                   .node = d->node,
                   .exclusive = of->l_type == F_WRLCK,
                   .ranged = true,
                   .from = (uint64_t)from,
                   .to = len ? (uint64_t)(from + len - 1) : UINT64_MAX};
  return of->l_type == F_UNLCK ? give_back(l) : lock(l, wait);
}
