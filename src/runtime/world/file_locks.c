/* flock between descriptions of the program: see world.h. Locks of fcntl belong to the process, and so never
 * stand in its own way. */
#include "runtime/world/world.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include <errno.h>
#include <sys/file.h>

static struct lock {
  struct lock *next;
  struct omrt_desc *desc;
  struct omrt_node *node;
  bool exclusive;
} *locks;

static void unlock(const struct omrt_desc *d) {
  for (struct lock **l = &locks; *l;)
    if ((*l)->desc == d) {
      struct lock *gone = *l;
      *l = gone->next;
      omrt_free(gone, sizeof *gone);
    } else {
      l = &(*l)->next;
    }
}

void omrt_lock_closed(struct omrt_desc *d) { unlock(d); }

struct locking {
  struct omrt_desc *d;
  bool exclusive;
};
static bool is_free(void *arg) {
  const struct locking *w = arg;
  for (struct lock *l = locks; l; l = l->next)
    if (l->node == w->d->node && l->desc != w->d && (l->exclusive || w->exclusive)) return false;
  return true;
}

int64_t omrt_lock(struct omrt_desc *d, int op) {
  struct locking w = {d, (op & ~LOCK_NB) == LOCK_EX};
  if (!d->node) return 0;
  switch (op & ~LOCK_NB) {
  case LOCK_UN:
    unlock(d);
    omrt_world_changed();
    return 0;
  case LOCK_SH:
  case LOCK_EX: break;
  default: return -EINVAL;
  }
  if (!is_free(&w)) {
    if (op & LOCK_NB) return -EWOULDBLOCK;
    int64_t bad = omrt_world_wait(is_free, &w, d->node, OMRT_NEVER, OMRT_WORLD_SHARED);
    if (bad) return bad;
  }
  unlock(d);
  struct lock *l = omrt_alloc(sizeof *l);
  *l = (struct lock){locks, d, d->node, w.exclusive};
  locks = l;
  return 0;
}
