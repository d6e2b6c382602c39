/* What the program writes for people: to the standard output and error that it was started with, by whatever
 * descriptor. Replays and explorations show it, too; nothing else that they write leaves the process. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/syscall/fds.h"
#include "runtime/syscall/syscall.h"
#include "runtime/upward.h"
#include <sys/syscall.h>
#include <sys/uio.h>

enum { FDS = 1024 };
static uint8_t shown_as[FDS] = {[1] = 1, [2] = 2}; /* by descriptor: which of the two it is */

static const struct omrt_by_fd table = {shown_as, FDS, sizeof *shown_as};

static uint8_t which(uint64_t fd) { return (uint32_t)fd < FDS ? shown_as[(uint32_t)fd] : 0; }

void omrt_standard_output_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  omrt_by_fd_after(&table, c, a, ret);
}

int omrt_standard_output_next(int which, int fd) {
  while (++fd < FDS)
    if (shown_as[fd] == which) return fd;
  return -1;
}

void omrt_show_bytes(int fd, const void *data, uint64_t len) {
  if (!(omrt_config->flags & OMEN_FLAG_NO_OUTPUT)) OMRT_SYS3(SYS_write, fd, data, len);
  /* A replay that begins in the middle shows what was written before. */
  if (omrt_config->flags & OMEN_FLAG_CUT) omrt_up.shown(fd, data, len);
}

void omrt_show(const struct omrt_card *c, const uint64_t a[6], int64_t written) {
  struct iovec one = {(void *)a[1], a[2]};
  const struct iovec *iov = c->data & OMRT_DATA_VECTOR ? (void *)a[1] : &one;
  if (!(c->data & OMRT_DATA_SHOWN) || omrt_mode.performs || !which(a[0])) return;
  for (; written > 0; iov++) {
    uint64_t len = iov->iov_len < (uint64_t)written ? iov->iov_len : (uint64_t)written;
    if (len) omrt_show_bytes(which(a[0]), iov->iov_base, len);
    written -= (int64_t)len;
  }
}
