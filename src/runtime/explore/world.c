/* The world of an exploration: what the program reads comes from the recording, what it writes is captured,
 * and nothing is performed that anybody outside could see. */
#include "runtime/explore/explore.h"
#include "runtime/explore/steps.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>

/* ---- time ----
 * It goes on from the last recorded value: by what is slept, and a little with every look of a thread, as
 * many times as that thread looked. So the time that a thread sees depends as little as can be on how often
 * others looked meanwhile; printed, it would be the schedule's doing. It never goes back. */

enum { CLOCKS = 16, LOOKERS = 4096, LOOK = 1000 };
static int64_t last[CLOCKS];  /* the latest value of each clock, recorded or made up */
static int64_t begin[CLOCKS]; /* where the looks count from */
static uint32_t looks[LOOKERS];

void omen_explore_saw_time(int clock, int64_t value) {
  if (!omen_exploring && clock >= 0 && clock < CLOCKS) last[clock] = begin[clock] = value;
}

/* A clock that the recording never read starts where it would be an hour after the epoch or the start of the
 * machine. */
int64_t omen_explore_time(int clock) {
  if (clock < 0 || clock >= CLOCKS) clock = CLOCK_MONOTONIC;
  if (!last[clock]) last[clock] = begin[clock] = 3600ll * 1000000000;
  return last[clock];
}
int64_t omen_explore_look(int clock) {
  if (clock < 0 || clock >= CLOCKS) clock = CLOCK_MONOTONIC;
  omen_explore_time(clock);
  int64_t now = begin[clock] + (int64_t)++looks[omen_cur->id % LOOKERS] * LOOK;
  if (now > last[clock]) last[clock] = now;
  return last[clock];
}
void omen_explore_skip(int64_t ns) {
  for (int i = 0; i < CLOCKS; i++) {
    omen_explore_time(i);
    last[i] += ns;
    begin[i] += ns;
  }
}

/* ---- outputs ---- */

static struct omen_out out;
static uint64_t bytes;
enum { KEEP = 64 << 20 };

void omen_explore_init(void) {
  if (omen_config->plan.kind) omen_out_open(&out, "outputs");
}

void omen_explore_flush(void) { omen_out_flush(&out); }
void omen_explore_move(int fd) { omen_out_move(&out, fd); }

static void capture(int nr, uint64_t fd, const void *data, size_t len) {
  if (!out.buf || bytes > KEEP) return;
  struct omen_rawout r = {
      .call = (uint32_t)nr, .fd = (uint32_t)fd, .thread = (uint32_t)omen_cur->id, .len = (uint32_t)len};
  omen_backtrace(__builtin_frame_address(0), r.pcs, 4);
  omen_out_write(&out, &r, sizeof r);
  omen_out_write(&out, data, len);
  omen_steps_wrote(fd, len);
  bytes += len;
}

void omen_explore_output(int nr, const uint64_t a[6]) {
  switch (nr) {
  case SYS_writev:
  case SYS_pwritev: {
    const struct iovec *iov = (void *)a[1];
    for (uint64_t i = 0; i < a[2]; i++) capture(nr, a[0], iov[i].iov_base, iov[i].iov_len);
    return;
  }
  default: capture(nr, a[0], (void *)a[1], a[2]);
  }
}

static int64_t output_result(int nr, const uint64_t a[6]) {
  if (nr != SYS_writev && nr != SYS_pwritev) return (int64_t)a[2];
  int64_t n = 0;
  const struct iovec *iov = (void *)a[1];
  for (uint64_t i = 0; i < a[2]; i++) n += (int64_t)iov[i].iov_len;
  return n;
}

/* ---- everything else ---- */

static bool is_output(int nr) {
  return nr == SYS_write || nr == SYS_writev || nr == SYS_pwrite64 || nr == SYS_pwritev || nr == SYS_sendto ||
         nr == SYS_sendmsg;
}
/* Calls on a descriptor: the recorded result must be of the same one. */
static bool by_descriptor(int nr) {
  switch (nr) {
  case SYS_read:
  case SYS_readv:
  case SYS_pread64:
  case SYS_recvfrom:
  case SYS_recvmsg:
  case SYS_accept:
  case SYS_accept4:
  case SYS_lseek:
  case SYS_fstat:
  case SYS_ioctl:
  case SYS_fcntl:
  case SYS_getdents64: return true;
  }
  return false;
}
/* Questions that change nothing: asked for real when the recording has no answer. */
static bool harmless(int nr) {
  switch (nr) {
  case SYS_stat:
  case SYS_lstat:
  case SYS_newfstatat:
  case SYS_statx:
  case SYS_access:
  case SYS_faccessat:
  case SYS_faccessat2:
  case SYS_uname:
  case SYS_getcwd:
  case SYS_getuid:
  case SYS_geteuid:
  case SYS_getgid:
  case SYS_getegid:
  case SYS_getppid:
  case SYS_sysinfo:
  case SYS_getrlimit:
  case SYS_getrusage:
  case SYS_sched_getaffinity:
  case SYS_clock_getres:
  case SYS_getpriority:
  case SYS_getrandom: return true;
  }
  return false;
}

/* ---- what is done to files by name ---- */

static struct {
  int nr, paths, first; /* how many paths, from which argument on */
  const char *name;
} const effects[] = {
    {SYS_unlink, 1, 0, "unlink"}, {SYS_unlinkat, 1, 1, "unlink"},    {SYS_rmdir, 1, 0, "rmdir"},
    {SYS_mkdir, 1, 0, "mkdir"},   {SYS_mkdirat, 1, 1, "mkdir"},      {SYS_rename, 2, 0, "rename"},
    {SYS_link, 2, 0, "link"},     {SYS_symlink, 2, 0, "symlink"},    {SYS_truncate, 1, 0, "truncate"},
    {SYS_chmod, 1, 0, "chmod"},   {SYS_fchmodat, 1, 1, "chmod"},     {SYS_chown, 1, 0, "chown"},
    {SYS_mknod, 1, 0, "mknod"},   {SYS_open, 1, 0, "open to write"}, {SYS_openat, 1, 1, "open to write"},
    {SYS_creat, 1, 0, "create"}};

static void add_word(char *line, size_t size, size_t *at, const char *word) {
  while (*word && *at + 2 < size) line[(*at)++] = *word++;
  line[(*at)++] = ' ';
}

/* Captured as if it was written: the race may decide over it as over any output. */
static void effect(int nr, const uint64_t a[6]) {
  bool open = nr == SYS_open || nr == SYS_openat;
  if (open && !(a[nr == SYS_open ? 1 : 2] & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC))) return;
  for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
    if (effects[i].nr != nr) continue;
    char line[1024];
    size_t at = 0;
    add_word(line, sizeof line - 1, &at, effects[i].name);
    for (int k = 0; k < effects[i].paths; k++) {
      uint64_t path = a[effects[i].first + k];
      if (OMEN_SYS2(SYS_access, path, 0) == -EFAULT) return;
      add_word(line, sizeof line - 1, &at, (const char *)path);
    }
    line[at - 1] = '\n';
    capture(nr, OMEN_EFFECTS_FD, line, at);
    return;
  }
}

static void spread(const struct omen_piece *to, int n, const uint8_t *data, size_t len) {
  for (int i = 0; i < n && len; i++) {
    size_t take = to[i].len < len ? to[i].len : len;
    memcpy(to[i].addr, data, take);
    data += take;
    len -= take;
  }
}

int64_t omen_explore_call(int nr, const uint64_t a[6], const char *pieces) {
  if (is_output(nr)) return output_result(nr, a);
  effect(nr, a);
  static uint8_t data[1 << 20];
  struct omen_piece to[OMEN_MAX_PIECES];
  int64_t ret;
  size_t len = 0;
  if (omen_log_call_search(nr, a[0], by_descriptor(nr), &ret, data, sizeof data, &len)) {
    if ((nr == SYS_read || nr == SYS_recvfrom || nr == SYS_pread64) && ret > (int64_t)a[2])
      ret = (int64_t)a[2];
    spread(to, omen_call_pieces(pieces, a, ret, to), data, len);
    return ret;
  }
  if (harmless(nr))
    return omen_sys(nr, (long)a[0], (long)a[1], (long)a[2], (long)a[3], (long)a[4], (long)a[5]);
  if (nr == SYS_open || nr == SYS_openat) return -ENOENT;
  return 0; /* reads: end of input; the rest: done, as far as the program can tell */
}
