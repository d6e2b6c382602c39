/* Properties of files, asked for and changed: see world.h. */
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/world/answers.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

/* What is no file has little to tell. */
static void stat_of(const struct omrt_desc *d, struct stat *st) {
  if (d->node) {
    omrt_node_measured(d->node);
    *st = d->node->st;
    return;
  }
  *st = (struct stat){.st_nlink = 1, .st_blksize = 4096};
  switch (d->kind) {
  case OMRT_D_STREAM: st->st_mode = (d->in && d->out ? S_IFSOCK | 0777 : S_IFIFO | 0600); break;
  case OMRT_D_SOCKET: st->st_mode = S_IFSOCK | 0777; break;
  case OMRT_D_OUTSIDE:
    st->st_mode = S_IFIFO | 0600;
    if (omrt_of_contained()) omrt_outside_stat(d, st);
    break;
  default: st->st_mode = 0600;
  }
}

static int64_t find_stat(int dirfd, uint64_t path, int flags, struct stat *st) {
  struct omrt_place p;
  bool of_fd = (flags & AT_EMPTY_PATH) && dirfd != AT_FDCWD && path && omrt_readable((void *)path, 1) &&
               !*(const char *)path;
  if (of_fd) {
    struct omrt_desc *d = omrt_desc_at((uint64_t)dirfd);
    if (d) stat_of(d, st);
    return d ? 0 : -EBADF;
  }
  int64_t bad =
      omrt_names_find(dirfd, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : OMRT_FOLLOW, flags & AT_EMPTY_PATH, &p);
  if (bad) return bad;
  if (!p.node) return -ENOENT;
  if (p.must_be_dir && !S_ISDIR(p.node->st.st_mode)) return -ENOTDIR;
  omrt_node_measured(p.node);
  *st = p.node->st;
  return 0;
}

static int64_t give_stat(int64_t bad, const struct stat *st, uint64_t to) {
  if (bad) return bad;
  if (!omrt_writable((void *)to, sizeof *st)) return -EFAULT;
  memcpy((void *)to, st, sizeof *st);
  return 0;
}

static struct statx_timestamp stamp(struct timespec t) {
  return (struct statx_timestamp){.tv_sec = t.tv_sec, .tv_nsec = (uint32_t)t.tv_nsec};
}

static int64_t give_statx(int64_t bad, const struct stat *st, uint64_t to) {
  if (bad) return bad;
  if (!omrt_writable((void *)to, sizeof(struct statx))) return -EFAULT;
  struct statx x = {.stx_mask = STATX_BASIC_STATS,
                    .stx_blksize = (uint32_t)st->st_blksize,
                    .stx_nlink = (uint32_t)st->st_nlink,
                    .stx_uid = st->st_uid,
                    .stx_gid = st->st_gid,
                    .stx_mode = (uint16_t)st->st_mode,
                    .stx_ino = st->st_ino,
                    .stx_size = (uint64_t)st->st_size,
                    .stx_blocks = (uint64_t)st->st_blocks,
                    .stx_atime = stamp(st->st_atim),
                    .stx_ctime = stamp(st->st_ctim),
                    .stx_mtime = stamp(st->st_mtim),
                    .stx_rdev_major = major(st->st_rdev),
                    .stx_rdev_minor = minor(st->st_rdev),
                    .stx_dev_major = major(st->st_dev),
                    .stx_dev_minor = minor(st->st_dev)};
  memcpy((void *)to, &x, sizeof x);
  return 0;
}

static int64_t may_access(int dirfd, uint64_t path, int want, int flags) {
  struct omrt_place p;
  int64_t bad =
      omrt_names_find(dirfd, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : OMRT_FOLLOW, flags & AT_EMPTY_PATH, &p);
  if (bad) return bad;
  if (!p.node) return -ENOENT;
  if (p.must_be_dir && !S_ISDIR(p.node->st.st_mode)) return -ENOTDIR;
  if ((want & X_OK) && S_ISREG(p.node->st.st_mode) && !(p.node->st.st_mode & 0111)) return -EACCES;
  return omrt_file_may(p.node, want) ? 0 : -EACCES;
}

static int64_t read_link(int dirfd, uint64_t path, uint64_t to, uint64_t size) {
  struct omrt_place p;
  if ((int64_t)size <= 0) return -EINVAL;
  int64_t bad = omrt_names_find(dirfd, path, 0, AT_EMPTY_PATH, &p);
  if (bad) return bad;
  if (!p.node) return -ENOENT;
  if (!S_ISLNK(p.node->st.st_mode)) return -EINVAL;
  size_t n = strlen(p.node->target);
  if (n > size) n = size;
  if (!omrt_writable((void *)to, n)) return -EFAULT;
  memcpy((void *)to, p.node->target, n);
  return (int64_t)n;
}

/* ---- changing ---- */

static int64_t find_node(int dirfd, uint64_t path, int flags, struct omrt_node **out) {
  struct omrt_place p;
  int64_t bad =
      omrt_names_find(dirfd, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : OMRT_FOLLOW, flags & AT_EMPTY_PATH, &p);
  *out = bad ? NULL : p.node;
  return bad ? bad : p.node ? 0 : -ENOENT;
}
static int64_t node_at(uint64_t fd, struct omrt_node **out) {
  struct omrt_desc *d = omrt_desc_at(fd);
  *out = d ? d->node : NULL;
  return d ? 0 : -EBADF;
}

static int64_t set_mode(int64_t bad, struct omrt_node *n, uint64_t mode) {
  if (bad || !n) return bad;
  n->st.st_mode = (n->st.st_mode & S_IFMT) | ((uint32_t)mode & 07777);
  return 0;
}
static int64_t set_owner(int64_t bad, struct omrt_node *n, uint64_t uid, uint64_t gid) {
  if (bad || !n) return bad;
  if ((uint32_t)uid != ~0u) n->st.st_uid = (uid_t)uid;
  if ((uint32_t)gid != ~0u) n->st.st_gid = (gid_t)gid;
  return 0;
}

static int64_t set_length(int64_t bad, struct omrt_node *n, int64_t len) {
  if (bad) return bad;
  if (len < 0 || !n) return -EINVAL;
  if (S_ISDIR(n->st.st_mode)) return -EISDIR;
  if (!S_ISREG(n->st.st_mode)) return -EINVAL;
  if (!omrt_file_may(n, W_OK)) return -EACCES;
  return omrt_node_truncate(n, (uint64_t)len);
}

static int64_t set_length_fd(uint64_t fd, int64_t len) {
  struct omrt_desc *d = omrt_desc_at(fd);
  if (!d) return -EBADF;
  if (d->kind != OMRT_D_FILE || (d->flags & O_ACCMODE) == O_RDONLY || len < 0) return -EINVAL;
  return omrt_node_truncate(d->node, (uint64_t)len);
}

static int64_t allocate(const uint64_t a[6]) {
  enum { KEEP_SIZE = 1 };
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d || d->kind != OMRT_D_FILE || (d->flags & O_ACCMODE) == O_RDONLY) return -EBADF;
  if (a[1] & ~(uint64_t)KEEP_SIZE) return -EOPNOTSUPP;
  if ((int64_t)a[2] < 0 || (int64_t)a[3] <= 0) return -EINVAL;
  if (a[1] || a[2] + a[3] <= (uint64_t)d->node->st.st_size) return 0;
  return omrt_node_truncate(d->node, a[2] + a[3]);
}

static int64_t set_times(const uint64_t a[6]) {
  struct omrt_node *n;
  int64_t bad = a[1] ? find_node((int)a[0], a[1], (int)a[3], &n) : node_at(a[0], &n);
  const struct timespec *t = (void *)a[2];
  if (bad || !n) return bad;
  struct timespec was[2] = {n->st.st_atim, n->st.st_mtim}, *to[2] = {&n->st.st_atim, &n->st.st_mtim};
  omrt_node_touch(n);
  struct timespec now = n->st.st_ctim;
  if (t && !omrt_readable(t, 2 * sizeof *t)) return -EFAULT;
  for (int i = 0; i < 2; i++)
    *to[i] = !t || t[i].tv_nsec == UTIME_NOW ? now : t[i].tv_nsec == UTIME_OMIT ? was[i] : t[i];
  return 0;
}

/* ---- calls ---- */

static const int here = AT_FDCWD;

OMRT_ANSWER(chmod) {
  struct omrt_node *n;
  int64_t bad = find_node(here, a[0], 0, &n);
  return set_mode(bad, n, a[1]);
}
OMRT_ANSWER(fchmod) {
  struct omrt_node *n;
  int64_t bad = node_at(a[0], &n);
  return set_mode(bad, n, a[1]);
}
OMRT_ANSWER(fchmodat) {
  struct omrt_node *n;
  int64_t bad = find_node((int)a[0], a[1], 0, &n);
  return set_mode(bad, n, a[2]);
}
OMRT_ANSWER(chown) {
  struct omrt_node *n;
  int64_t bad = find_node(here, a[0], 0, &n);
  return set_owner(bad, n, a[1], a[2]);
}
OMRT_ANSWER(lchown) {
  struct omrt_node *n;
  int64_t bad = find_node(here, a[0], AT_SYMLINK_NOFOLLOW, &n);
  return set_owner(bad, n, a[1], a[2]);
}
OMRT_ANSWER(fchown) {
  struct omrt_node *n;
  int64_t bad = node_at(a[0], &n);
  return set_owner(bad, n, a[1], a[2]);
}
OMRT_ANSWER(fchownat) {
  struct omrt_node *n;
  int64_t bad = find_node((int)a[0], a[1], (int)a[4], &n);
  return set_owner(bad, n, a[2], a[3]);
}
OMRT_ANSWER(truncate) {
  struct omrt_node *n;
  int64_t bad = find_node(here, a[0], 0, &n);
  return set_length(bad, n, (int64_t)a[1]);
}
OMRT_ANSWER(ftruncate) { return set_length_fd(a[0], (int64_t)a[1]); }
OMRT_ANSWER(fallocate) { return allocate(a); }
OMRT_ANSWER(utimensat) { return set_times(a); }

/* ---- asking ---- */

OMRT_ANSWER(stat) {
  struct stat st;
  return give_stat(find_stat(here, a[0], 0, &st), &st, a[1]);
}
OMRT_ANSWER(lstat) {
  struct stat st;
  return give_stat(find_stat(here, a[0], AT_SYMLINK_NOFOLLOW, &st), &st, a[1]);
}
OMRT_ANSWER(newfstatat) {
  struct stat st;
  return give_stat(find_stat((int)a[0], a[1], (int)a[3], &st), &st, a[2]);
}
OMRT_ANSWER(statx) {
  struct stat st;
  return give_statx(find_stat((int)a[0], a[1], (int)a[2], &st), &st, a[4]);
}
OMRT_ANSWER(fstat) {
  struct stat st;
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (d) stat_of(d, &st);
  return give_stat(d ? 0 : -EBADF, &st, a[1]);
}
OMRT_ANSWER(access) { return may_access(here, a[0], (int)a[1], 0); }
OMRT_ANSWER(faccessat) { return may_access((int)a[0], a[1], (int)a[2], 0); }
OMRT_ANSWER(faccessat2) { return may_access((int)a[0], a[1], (int)a[2], (int)a[3]); }
OMRT_ANSWER(readlink) { return read_link(here, a[0], a[1], a[2]); }
OMRT_ANSWER(readlinkat) { return read_link((int)a[0], a[1], a[2], a[3]); }

bool omen_props_tells(int nr) {
  omrt_answer_fn *answer = omrt_world_card(nr)->answer;
  return answer == omrt_answer_fstat || answer == omrt_answer_newfstatat;
}

/* ---- following the recording ---- */

/* Inode, times and the rest as the recorded run saw them; the length too, should the disk have another. */
static void learn(struct omrt_node *n, uint64_t stat) {
  const struct stat *seen = (void *)stat;
  if (n && (n->st.st_mode & S_IFMT) == (seen->st_mode & S_IFMT)) n->st = *seen;
}

OMRT_SAW(fstat) {
  struct omrt_node *n;
  node_at(a[0], &n);
  learn(n, a[1]);
}
OMRT_SAW(stat) {
  struct omrt_node *n;
  find_node(here, a[0], 0, &n);
  learn(n, a[1]);
}
OMRT_SAW(lstat) {
  struct omrt_node *n;
  find_node(here, a[0], AT_SYMLINK_NOFOLLOW, &n);
  learn(n, a[1]);
}
OMRT_SAW(newfstatat) {
  struct omrt_node *n;
  if (a[1] && omrt_readable((void *)a[1], 1) && !*(const char *)a[1])
    node_at(a[0], &n);
  else
    find_node((int)a[0], a[1], (int)a[3], &n);
  learn(n, a[2]);
}
