/* Following the recording: what the recorded run did is done to the world, so that after the race it is as
 * the program left it. Results are the recorded ones: the world learns from them and never corrects them. */
#include "runtime/world/answers.h"
#include "runtime/world/world.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

/* The recorded run could open it: if that cannot be understood here, it leads to the outside. */
static void saw_open(int nr, const uint64_t a[6], int64_t fd) {
  struct omrt_desc *d;
  if (omrt_world_open(nr, a, &d)) d = omrt_outside_new((int)fd);
  if (d->kind == OMRT_D_OUTSIDE) d->recorded = (int)fd;
  omrt_desc_place((int)fd, d);
}

/* The descriptor that is made gets the recorded number. */
static void saw_new(int nr, const uint64_t a[6], int64_t ret) {
  omrt_desc_next = (int)ret;
  omrt_world_call(nr, a, "");
  omrt_desc_next = -1;
}

static void saw_fcntl(const uint64_t a[6], int64_t ret) {
  bool served;
  bool dups = a[1] == F_DUPFD || a[1] == F_DUPFD_CLOEXEC;
  if (!dups && a[1] != F_SETFL && a[1] != F_SETFD) return;
  if (dups) omrt_desc_next = (int)ret;
  omrt_desc_fcntl(a, &served);
  omrt_desc_next = -1;
}

static void saw_dup(int nr, const uint64_t a[6], int64_t ret) {
  const uint64_t b[6] = {a[0], (uint64_t)ret, a[2]};
  omrt_desc_dup(nr == SYS_dup ? SYS_dup2 : nr, b);
}

static void saw_seek(const uint64_t a[6], int64_t ret) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (d) d->offset = (uint64_t)ret;
}

/* Folders that are being read: the cookies of the disk's are not ours, so a half-read one begins anew; one
 * that was read to its end stays there. */
static void saw_entries(const uint64_t a[6], int64_t ret) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (d && d->kind == OMRT_D_DIR) d->offset = ret ? 0 : INT64_MAX;
}

/* The offsets have been moved on already. */
static void saw_copy(int nr, const uint64_t a[6], int64_t ret) {
  bool file = nr == SYS_sendfile;
  uint64_t *from = (void *)a[file ? 2 : 1], *to = file ? NULL : (void *)a[3];
  uint64_t from_at = from ? *from - (uint64_t)ret : 0, to_at = to ? *to - (uint64_t)ret : 0;
  uint64_t pf = from ? (uint64_t)&from_at : 0, pt = to ? (uint64_t)&to_at : 0;
  const uint64_t sent[6] = {a[0], a[1], pf, (uint64_t)ret}, copied[6] = {a[0], pf, a[2], pt, (uint64_t)ret};
  omrt_world_call(nr, file ? sent : copied, "");
}

/* The same; bytes that came from somewhere else are not there to be moved. */
static bool is_there(const struct omrt_desc *in) {
  return in && (in->kind == OMRT_D_FILE || (in->kind == OMRT_D_STREAM && in->in && omrt_stream_has(in->in)));
}
static void saw_splice(const uint64_t a[6], int64_t ret) {
  uint64_t at[2] = {0};
  for (int i = 0; i < 2; i++)
    if (a[1 + 2 * i]) at[i] = *(uint64_t *)a[1 + 2 * i] - (uint64_t)ret;
  const uint64_t b[6] = {a[0], a[1] ? (uint64_t)&at[0] : 0, a[2], a[3] ? (uint64_t)&at[1] : 0, (uint64_t)ret,
                         a[5]};
  if (ret && is_there(omrt_desc_at(a[0]))) omrt_world_call(SYS_splice, b, "");
}
static void saw_tee(const uint64_t a[6], int64_t ret) {
  const uint64_t b[6] = {a[0], a[1], (uint64_t)ret, a[3]};
  if (ret && is_there(omrt_desc_at(a[0]))) omrt_world_call(SYS_tee, b, "");
}

static void saw_other(int nr, const uint64_t a[6], int64_t ret) {
  bool served;
  switch (nr) {
  case SYS_stat:
  case SYS_lstat:
  case SYS_fstat:
  case SYS_newfstatat: omrt_props_learn(nr, a); return;
  case SYS_statx:
  case SYS_access:
  case SYS_faccessat:
  case SYS_faccessat2:
  case SYS_readlink:
  case SYS_readlinkat:
  case SYS_getcwd: return; /* asks only */
  }
  omrt_names_call(nr, a, &served);
  if (!served) omrt_props_call(nr, a, &served);
}

void omrt_world_saw(int nr, const uint64_t a[6], int64_t ret) {
  if (omrt_transfers(nr)) {
    omrt_transfer_saw(nr, a, ret);
    return;
  }
  omrt_socket_saw(nr, a, ret);
  if (ret < 0 || omrt_ipc_saw(nr, a, ret) || omrt_queue_saw(nr, a, ret)) return;
  switch (nr) {
  case SYS_open:
  case SYS_openat:
  case SYS_openat2:
  case SYS_creat: saw_open(nr, a, ret); return;
  case SYS_memfd_create:
  case SYS_eventfd:
  case SYS_eventfd2:
  case SYS_epoll_create:
  case SYS_epoll_create1:
  case SYS_timerfd_create:
  case SYS_inotify_init1: saw_new(nr, a, ret); return;
  case SYS_pipe: omrt_stream_pipe(a[0], 0, (const int *)a[0]); return;
  case SYS_pipe2: omrt_stream_pipe(a[0], (int)a[1], (const int *)a[0]); return;
  case SYS_socketpair: omrt_stream_pair((int)a[1], a[3], (const int *)a[3]); return;
  case SYS_sendfile:
  case SYS_copy_file_range: saw_copy(nr, a, ret); return;
  case SYS_splice: saw_splice(a, ret); return;
  case SYS_tee: saw_tee(a, ret); return;
  case SYS_fcntl: saw_fcntl(a, ret); return;
  case SYS_dup:
  case SYS_dup2:
  case SYS_dup3: saw_dup(nr, a, ret); return;
  case SYS_lseek: saw_seek(a, ret); return;
  case SYS_getdents:
  case SYS_getdents64: saw_entries(a, ret); return;
  case SYS_fork:
  case SYS_vfork:
  case SYS_clone: omrt_desc_forked(NULL); return;
  case SYS_flock: {
    const uint64_t b[6] = {a[0], a[1] | LOCK_NB};
    omrt_world_call(nr, b, "");
    return;
  }
  case SYS_timerfd_settime: {
    const uint64_t b[6] = {a[0], a[1], a[2]}; /* what it was before has been told */
    omrt_world_call(nr, b, "");
    return;
  }
  case SYS_ioctl:
    if ((unsigned)a[1] != FIONBIO) return; /* fall through */
  case SYS_close:
  case SYS_close_range:
  case SYS_epoll_ctl: omrt_world_call(nr, a, ""); return;
  }
  saw_other(nr, a, ret);
}

/* Whoever waited for the outside when the recording was left looks again: the world has the answer now. */
void omrt_world_look_again(void) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->poll &&
        (f->why == OMRT_WAIT_FD || f->why == OMRT_WAIT_CHILD || f->why == OMRT_WAIT_IPC))
      omrt_wake(f);
}
