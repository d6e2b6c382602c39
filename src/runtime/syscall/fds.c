/* See fds.h. */
#include "runtime/syscall/fds.h"
#include "runtime/syscall/card.h"
#include <fcntl.h>
#include <linux/close_range.h>
#include <string.h>

struct omrt_fds omrt_fds_closed(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  uint32_t first = (uint32_t)a[0], second = (uint32_t)a[1];
  struct omrt_fds none = {0, 0};
  switch (c->fds) {
  case OMRT_FDS_CLOSES: return (struct omrt_fds){first, first + 1ull}; /* also if something went wrong */
  case OMRT_FDS_CLOSES_RANGE:
    return ret < 0 || a[2] & CLOSE_RANGE_CLOEXEC ? none : (struct omrt_fds){first, second + 1ull};
  case OMRT_FDS_DUPS_TO: return ret < 0 || first == second ? none : (struct omrt_fds){second, second + 1ull};
  default: return none;
  }
}

bool omrt_fds_copied(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  uint32_t how = (uint32_t)a[1];
  if (ret < 0) return false;
  if (c->fds == OMRT_FDS_CONTROLS) return how == F_DUPFD || how == F_DUPFD_CLOEXEC;
  return c->fds == OMRT_FDS_DUPS || c->fds == OMRT_FDS_DUPS_TO;
}

void *omrt_by_fd(const struct omrt_by_fd *t, uint64_t fd) {
  return t->rows && (uint32_t)fd < t->n ? (char *)t->rows + (uint32_t)fd * t->size : NULL;
}

void omrt_by_fd_copy(const struct omrt_by_fd *t, uint64_t from, uint64_t to) {
  void *source = omrt_by_fd(t, from), *row = omrt_by_fd(t, to);
  if (row && source) memmove(row, source, t->size);
  if (row && !source) memset(row, 0, t->size);
}

void omrt_by_fd_after(const struct omrt_by_fd *t, const struct omrt_card *c, const uint64_t a[6],
                      int64_t ret) {
  struct omrt_fds closed = omrt_fds_closed(c, a, ret);
  if (closed.end > t->n) closed.end = t->n;
  if (t->rows && closed.first < closed.end)
    memset(omrt_by_fd(t, closed.first), 0, (closed.end - closed.first) * t->size);
  if (omrt_fds_copied(c, a, ret)) omrt_by_fd_copy(t, a[0], (uint64_t)ret);
}
