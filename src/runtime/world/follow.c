/* Following the recording: what the recorded run did is done to the world, so that after the race it is as
 * the program left it. Results are the recorded ones: the world learns from them and never corrects them. */
#include "runtime/world/answers.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/log.h"
#include "runtime/world/withhold.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/ioctl.h>

/* The descriptor that is made gets the recorded number. */
OMRT_SAW(opened) {
  omrt_desc_next = (int)ret;
  omrt_saw_SAME(nr, a, ret);
  omrt_desc_next = -1;
}

OMRT_SAW(pipe) { omrt_stream_pipe(a[0], 0, (const int *)a[0]); }
OMRT_SAW(pipe2) { omrt_stream_pipe(a[0], (int)a[1], (const int *)a[0]); }
OMRT_SAW(socketpair) { omrt_stream_pair((int)a[1], a[3], (const int *)a[3]); }
OMRT_SAW(dup) { omen_desc_dup_to(a[0], (uint64_t)ret, false); }
OMRT_SAW(dup3) { omen_desc_dup_to(a[0], (uint64_t)ret, a[2] & O_CLOEXEC); }

static void locked_range(int nr, const uint64_t a[6], int64_t ret) { /* it had the lock: no need to wait */
  const uint64_t b[6] = {a[0], F_OFD_SETLK, a[2]};
  omrt_saw_SAME(nr, b, ret);
}

OMRT_SAW(fcntl) {
  if (a[1] == F_OFD_SETLK || a[1] == F_OFD_SETLKW) return locked_range(nr, a, ret);
  bool dups = a[1] == F_DUPFD || a[1] == F_DUPFD_CLOEXEC;
  if (!dups && a[1] != F_SETFL && a[1] != F_SETFD) return;
  if (dups) omrt_desc_next = (int)ret;
  omrt_saw_SAME(nr, a, ret);
  omrt_desc_next = -1;
}

OMRT_SAW(lseek) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (d) d->offset = (uint64_t)ret;
}

/* Folders that are being read: the cookies of the disk's are not ours, so a half-read one begins anew; one
 * that was read to its end stays there. */
OMRT_SAW(getdents) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (d && d->kind == OMRT_D_DIR) d->offset = ret ? 0 : INT64_MAX;
}

OMRT_SAW(fork) { omrt_desc_forked(NULL); }

OMRT_SAW(flock) { /* it had the lock: no need to wait */
  const uint64_t b[6] = {a[0], a[1] | LOCK_NB};
  omrt_saw_SAME(nr, b, ret);
}

OMRT_SAW(timerfd_settime) {
  const uint64_t b[6] = {a[0], a[1], a[2]}; /* what it was before has been told */
  omrt_saw_SAME(nr, b, ret);
}

OMRT_SAW(ioctl) {
  if ((unsigned)a[1] == FIONBIO) omrt_saw_SAME(nr, a, ret);
}

/* An error changes nothing; but a connection may be on its way. */
void omrt_world_saw(int nr, const uint64_t a[6], int64_t ret) {
  const struct omrt_world_card *c = omrt_world_card(nr);
  bool begun = ret == -EINPROGRESS && c->saw == omrt_saw_connect;
  if (c->saw && (ret >= 0 || begun)) c->saw(nr, a, ret);
}

/* Whoever waited for the outside when the recording was left looks again: the world has the answer now. */
void omrt_world_leave(bool free) {
  omrt_withhold_leave(free);
  omrt_time_leave();
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->poll &&
        (f->why == OMRT_WAIT_FD || f->why == OMRT_WAIT_CHILD || f->why == OMRT_WAIT_IPC))
      omrt_wake(f);
}
