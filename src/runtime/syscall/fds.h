/* What calls do to the numbers of descriptors, for whoever keeps something by them. Known by the call's card,
 * its arguments and its result alone, so that a replay knows the same. The kernel looks at 32 bits of them.
 */
#ifndef OMRT_SYSCALL_FDS_H
#define OMRT_SYSCALL_FDS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
struct omrt_card;

struct omrt_fds {
  uint64_t first, end; /* from `first` on, before `end` */
};
static inline bool omrt_fds_has(struct omrt_fds which, int fd) {
  return (uint64_t)fd >= which.first && (uint64_t)fd < which.end;
}
/* Those that the call closes, also to put another there (dup2). */
struct omrt_fds omrt_fds_closed(const struct omrt_card *c, const uint64_t a[6], int64_t ret);
bool omrt_fds_copied(const struct omrt_card *c, const uint64_t a[6],
                     int64_t ret); /* `ret` leads where a[0] does */

/* A table by descriptor. Zeros: nothing is known. */
struct omrt_by_fd {
  void *rows; /* NULL: not made yet */
  uint64_t n;
  size_t size; /* of a row */
};
void *omrt_by_fd(const struct omrt_by_fd *t, uint64_t fd); /* NULL: it has no row */
void omrt_by_fd_copy(const struct omrt_by_fd *t, uint64_t from, uint64_t to);
/* After every call: rows are copied and cleared as descriptors are. */
void omrt_by_fd_after(const struct omrt_by_fd *t, const struct omrt_card *c, const uint64_t a[6],
                      int64_t ret);
#endif
