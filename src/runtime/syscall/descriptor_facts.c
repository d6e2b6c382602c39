/* What is known of descriptors: see descriptor_facts.h. */
#include "runtime/syscall/descriptor_facts.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/syscall/card.h"
#include "runtime/syscall/fds.h"
#include <fcntl.h>
#include <linux/magic.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

#define XFS_MAGIC 0x58465342

enum { FDS = 1 << 16 }; /* of others the kernel is asked */
enum waits { NOT_ASKED, NEVER, MAY };
struct known {
  struct omrt_fd file; /* mode 0: not asked */
  int32_t flags;
  uint32_t flags_at; /* `changes` when they were asked for, 0: never */
  uint32_t made_at;  /* `sharings` when it was made, 0: not by this process */
  enum waits waits;
};
static struct omrt_by_fd all = {NULL, FDS, sizeof(struct known)};
static uint32_t changes = 1,
                sharings = 1; /* how often anybody's flags were changed; descriptors given away */

static struct known *of(uint64_t fd) { return omrt_by_fd(&all, fd); }

const struct omrt_fd *omrt_fd_file(uint64_t fd) {
  static struct omrt_fd other;
  struct stat st;
  struct known *k = of(fd);
  if (k && k->file.mode) return &k->file;
  if (OMRT_SYS2(SYS_fstat, fd, &st)) return NULL;
  struct omrt_fd *file = k ? &k->file : &other;
  *file = (struct omrt_fd){st.st_dev, st.st_ino, st.st_mode};
  return file;
}

long omrt_fd_flags(uint64_t fd) {
  struct known *k = of(fd);
  bool ours = k && k->made_at == sharings;
  if (ours && k->flags_at == changes) return k->flags;
  long flags = OMRT_SYS2(SYS_fcntl, fd, F_GETFL);
  if (!ours || flags < 0) return flags;
  k->flags = (int32_t)flags;
  k->flags_at = changes;
  return flags;
}

/* Not so all that seem to be files: those of /proc, of FUSE and the like may wait. */
static bool on_disk(uint64_t fd) {
  struct statfs fs = {0};
  if (OMRT_SYS2(SYS_fstatfs, fd, &fs)) return false;
  switch ((uint32_t)fs.f_type) {
  case EXT4_SUPER_MAGIC:
  case BTRFS_SUPER_MAGIC:
  case XFS_MAGIC:
  case TMPFS_MAGIC:
  case OVERLAYFS_SUPER_MAGIC: return true;
  }
  return false;
}

bool omrt_fd_never_waits(uint64_t fd) {
  struct known *k = of(fd);
  if (k && k->waits) return k->waits == NEVER;
  const struct omrt_fd *file = omrt_fd_file(fd);
  bool never = file && S_ISREG(file->mode) && on_disk(fd);
  if (k && file) k->waits = never ? NEVER : MAY;
  return never;
}

/* ---- what calls change ---- */

static struct known *made(int64_t fd) {
  static struct known beyond;
  struct known *k = of((uint64_t)fd) ? of((uint64_t)fd) : &beyond;
  *k = (struct known){.made_at = sharings};
  return k;
}

/* Of these the call itself says what is asked most. A socket's device and number nobody needs. */
static void made_socket(int64_t fd, uint64_t flags) {
  struct known *k = made(fd);
  k->file.mode = S_IFSOCK;
  k->flags = (int32_t)(O_RDWR | (flags & O_NONBLOCK));
  k->flags_at = changes;
  k->waits = MAY;
}

static void made_two(const int fds[2]) {
  made(fds[0]);
  made(fds[1]);
}

/* Descriptors may be in it. */
static void sent(const struct msghdr *m) {
  if (m->msg_controllen) sharings++;
}

static void succeeded(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  switch (c->fds) {
  case OMRT_FDS_OPENS:
  case OMRT_FDS_OPENS_FILE: made(ret); break;
  case OMRT_FDS_OPENS_SOCKET: made_socket(ret, a[1]); break;
  case OMRT_FDS_ACCEPTS: made_socket(ret, 0); break;
  case OMRT_FDS_ACCEPTS_FLAGS: made_socket(ret, a[3]); break;
  case OMRT_FDS_TWO_AT_0: made_two((const int *)a[0]); break;
  case OMRT_FDS_TWO_AT_3: made_two((const int *)a[3]); break;
  case OMRT_FDS_SETS_FLAGS:
    if ((uint32_t)a[1] == FIONBIO || (uint32_t)a[1] == FIOASYNC) changes++;
    break;
  case OMRT_FDS_SETS_QUEUE: changes++; break;
  case OMRT_FDS_CONTROLS:
    if ((int)a[1] == F_SETFL) changes++;
    break;
  case OMRT_FDS_CLONES:
    if (!(a[0] & CLONE_THREAD)) sharings++;
    break;
  case OMRT_FDS_SHARES: sharings++; break;
  case OMRT_FDS_SENDS: sent((const struct msghdr *)a[1]); break;
  case OMRT_FDS_SENDS_MANY:
    for (int64_t i = 0; i < ret; i++) sent(&((const struct mmsghdr *)a[1])[i].msg_hdr);
    break;
  case OMRT_FDS_NONE:
  case OMRT_FDS_USES:
  case OMRT_FDS_SETS_OPTION:
  case OMRT_FDS_BINDS:
  case OMRT_FDS_LISTENS:
  case OMRT_FDS_OPENS_UNTRACKED: /* of these nothing is kept */
  case OMRT_FDS_DUPS:
  case OMRT_FDS_DUPS_TO:
  case OMRT_FDS_CLOSES:
  case OMRT_FDS_CLOSES_RANGE: break; /* omrt_by_fd_after */
  }
}

void omrt_fd_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  if (!omrt_mode.performs) return;
  if (!all.rows) all.rows = omrt_reserve(all.n * all.size);
  omrt_by_fd_after(&all, c, a, ret);
  if (ret >= 0) succeeded(c, a, ret);
}
