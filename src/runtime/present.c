/* Pages that exist: see present.h. */
#include "runtime/present.h"
#include "runtime/rt.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

enum { FOUND = 256 };

static bool no_scan; /* this kernel cannot */

/* Of linux/fs.h, which may be older than the kernel. */
struct region {
  uint64_t lo, hi, categories;
};
struct scan {
  uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  uint64_t inverted, all_of, any_of, returned;
};
#define SCAN _IOWR('f', 16, struct scan)
enum { IN_MEMORY = 1 << 3, SWAPPED_OUT = 1 << 4 };

long omrt_present_open(void) {
  return OMRT_SYS4(SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC, 0);
}

enum omrt_present omrt_present_each(long fd, uint64_t from, uint64_t to, omrt_present_fn *visit,
                                    void *context) {
  static struct region found[FOUND];
  static struct scan s = {.size = sizeof s,
                          .vec_len = FOUND,
                          .any_of = IN_MEMORY | SWAPPED_OUT,
                          .returned = IN_MEMORY | SWAPPED_OUT};
  if (no_scan || fd < 0) return OMRT_PRESENT_UNKNOWN;
  s.vec = (uint64_t)found;
  uint64_t lo = 0, hi = 0; /* a run that may go on */
  for (uint64_t at = from; at < to;) {
    s.start = at;
    s.end = to;
    long n = OMRT_SYS3(SYS_ioctl, fd, SCAN, &s);
    if (n == -EINTR) continue;
    no_scan = n < 0 || n > FOUND || s.walk_end <= at;
    if (no_scan) return OMRT_PRESENT_UNKNOWN;
    for (long i = 0; i < n; i++) {
      if (found[i].lo != hi) {
        if (lo < hi && !visit(context, lo, hi)) return OMRT_PRESENT_STOPPED;
        lo = found[i].lo;
      }
      hi = found[i].hi;
    }
    at = s.walk_end;
  }
  return lo >= hi || visit(context, lo, hi) ? OMRT_PRESENT_ALL : OMRT_PRESENT_STOPPED;
}
