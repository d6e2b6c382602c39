/* What is done to names: see world.h. Results and errors are the kernel's. */
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/rt.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A descriptor's own name: "/proc/self/fd/5". */
static const char *behind_folder(const char *path) {
  static const char *const folders[] = {"/proc/self/fd/", "/proc/thread-self/fd/", "/dev/fd/"};
  for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++)
    if (!strncmp(path, folders[i], strlen(folders[i]))) return path + strlen(folders[i]);
  return NULL;
}
static int own_descriptor(const char *path) {
  int fd = 0;
  path = behind_folder(path);
  if (!path || !*path) return -1;
  for (; *path >= '0' && *path <= '9' && fd < OMRT_MAX_FDS; path++) fd = fd * 10 + (*path - '0');
  return *path ? -1 : fd;
}

struct omrt_desc *omrt_names_own(const char *path) {
  int fd = strcmp(path, "/dev/stdin") ? own_descriptor(path) : 0; /* a link to that */
  return fd < 0 ? NULL : omrt_desc_at((uint64_t)fd);
}

int64_t omrt_names_find(int dirfd, uint64_t path, int follow, int empty, struct omrt_place *out) {
  const char *p = (const char *)path;
  if (!p || OMRT_SYS2(SYS_access, p, 0) == -EFAULT) return -EFAULT;
  int fd = own_descriptor(p);
  if (fd < 0 && empty && !*p && dirfd != AT_FDCWD) fd = dirfd;
  if (fd < 0) return omrt_tree_find(dirfd, empty && !*p ? "." : p, follow, out);
  struct omrt_desc *d = omrt_desc_at((uint64_t)fd);
  if (!d) return *p ? -ENOENT : -EBADF;
  *out = (struct omrt_place){.node = d->node, .dir = d->node, .name = ""};
  return 0;
}

/* A place where something may be made, renamed or deleted. */
static int64_t find(int dirfd, uint64_t path, struct omrt_place *out) {
  int64_t bad = omrt_names_find(dirfd, path, OMRT_LAST, 0, out);
  if (!bad && !*out->name) return out->node && out->node != omrt_tree_root() ? -EINVAL : -EBUSY;
  return bad;
}
static int64_t find_to_change(int dirfd, uint64_t path, struct omrt_place *out) {
  int64_t bad = find(dirfd, path, out);
  return bad ? bad : !out->node ? -ENOENT : !omrt_file_may(out->dir, W_OK | X_OK) ? -EACCES : 0;
}
static int64_t find_to_make(int dirfd, uint64_t path, struct omrt_place *out) {
  int64_t bad = find(dirfd, path, out);
  if (bad == -EINVAL || bad == -EBUSY) return -EEXIST;
  return bad ? bad : out->node ? -EEXIST : !omrt_file_may(out->dir, W_OK | X_OK) ? -EACCES : 0;
}

static void put(const struct omrt_place *at, struct omrt_node *n) {
  omrt_tree_put(at->dir, at->name, n);
  omrt_node_touch(at->dir);
}

static int64_t remove_dir(int dirfd, uint64_t path) {
  struct omrt_place p;
  int64_t bad = find_to_change(dirfd, path, &p);
  if (bad) return bad;
  if (!S_ISDIR(p.node->st.st_mode)) return -ENOTDIR;
  if (!omrt_tree_empty(p.node)) return -ENOTEMPTY;
  p.node->st.st_nlink = 0;
  p.dir->st.st_nlink--;
  put(&p, NULL);
  return 0;
}

static int64_t remove_file(int dirfd, uint64_t path) {
  struct omrt_place p;
  int64_t bad = find_to_change(dirfd, path, &p);
  if (bad) return bad;
  if (S_ISDIR(p.node->st.st_mode)) return -EISDIR;
  if (p.must_be_dir) return -ENOTDIR;
  p.node->st.st_nlink--;
  put(&p, NULL);
  return 0;
}

static int64_t make(int dirfd, uint64_t path, uint32_t mode) {
  struct omrt_place p;
  int64_t bad = find_to_make(dirfd, path, &p);
  if (bad) return bad;
  if (p.must_be_dir && !S_ISDIR(mode)) return -ENOENT;
  put(&p, omrt_node_new((mode & S_IFMT) | (mode & 07777 & ~omrt_file_umask())));
  if (S_ISDIR(mode)) p.dir->st.st_nlink++;
  return 0;
}

static int64_t make_node(int dirfd, uint64_t path, uint32_t mode) {
  if (!(mode & S_IFMT)) mode |= S_IFREG;
  return S_ISDIR(mode) ? -EPERM : S_ISLNK(mode) ? -EINVAL : make(dirfd, path, mode);
}

static int64_t make_symlink(uint64_t target, int dirfd, uint64_t path) {
  struct omrt_place p;
  if (!target || OMRT_SYS2(SYS_access, target, 0) == -EFAULT) return -EFAULT;
  int64_t bad = find_to_make(dirfd, path, &p);
  if (bad) return bad;
  if (p.must_be_dir) return -ENOENT;
  struct omrt_node *n = omrt_node_new(S_IFLNK | 0777);
  n->target = omrt_world_copy((const char *)target);
  n->st.st_size = (int64_t)strlen(n->target);
  put(&p, n);
  return 0;
}

static int64_t make_link(int fromfd, uint64_t from, int tofd, uint64_t to, int flags) {
  struct omrt_place p, q;
  int64_t bad =
      omrt_names_find(fromfd, from, flags & AT_SYMLINK_FOLLOW ? OMRT_FOLLOW : 0, flags & AT_EMPTY_PATH, &p);
  if (bad) return bad;
  if (!p.node) return -ENOENT;
  bad = find_to_make(tofd, to, &q);
  if (bad) return bad;
  if (q.must_be_dir) return -ENOENT;
  if (S_ISDIR(p.node->st.st_mode)) return -EPERM;
  p.node->st.st_nlink++;
  put(&q, p.node);
  return 0;
}

static bool within(const struct omrt_node *dir, const struct omrt_node *of) {
  for (; dir && dir != omrt_tree_root(); dir = dir->parent)
    if (dir == of) return true;
  return false;
}

static int64_t may_replace(const struct omrt_node *old, struct omrt_node *new) {
  bool dir = S_ISDIR(old->st.st_mode);
  if (!new) return 0;
  if (dir && !S_ISDIR(new->st.st_mode)) return -ENOTDIR;
  if (!dir && S_ISDIR(new->st.st_mode)) return -EISDIR;
  return dir && !omrt_tree_empty(new) ? -ENOTEMPTY : 0;
}

static int64_t rename_to(int fromfd, uint64_t from, int tofd, uint64_t to, unsigned flags) {
  static char name[OMRT_MAX_PATH];
  struct omrt_place p, q;
  bool exchange = flags & RENAME_EXCHANGE;
  if (flags & ~(unsigned)(RENAME_NOREPLACE | RENAME_EXCHANGE)) return -EINVAL;
  if (exchange && (flags & RENAME_NOREPLACE)) return -EINVAL;
  int64_t bad = find(fromfd, from, &p);
  if (bad) return bad == -EINVAL ? -EBUSY : bad;
  memcpy(name, p.name, strlen(p.name) + 1); /* the next search needs its place */
  p.name = name;
  bad = find(tofd, to, &q);
  if (bad) return bad == -EINVAL ? -EBUSY : bad;
  if (!p.node) return -ENOENT;
  if ((flags & RENAME_NOREPLACE) && q.node) return -EEXIST;
  if (exchange && !q.node) return -ENOENT;
  if (!omrt_file_may(p.dir, W_OK | X_OK) || !omrt_file_may(q.dir, W_OK | X_OK)) return -EACCES;
  if (exchange && q.must_be_dir && !S_ISDIR(q.node->st.st_mode)) return -ENOTDIR;
  if (!S_ISDIR(p.node->st.st_mode) && (p.must_be_dir || (!exchange && q.must_be_dir))) return -ENOTDIR;
  if (S_ISDIR(p.node->st.st_mode) && within(q.dir, p.node)) return -EINVAL;
  if (q.node && within(p.dir, q.node)) return exchange ? -EINVAL : -ENOTEMPTY;
  if (p.node == q.node) return 0;
  if (!exchange && (bad = may_replace(p.node, q.node))) return bad;
  if (!exchange && q.node) q.node->st.st_nlink -= S_ISDIR(q.node->st.st_mode) ? 2 : 1;
  put(&q, p.node);
  put(&p, exchange ? q.node : NULL);
  return 0;
}

static int64_t go_to(struct omrt_node *n) {
  if (!n) return -ENOENT;
  if (!S_ISDIR(n->st.st_mode)) return -ENOTDIR;
  if (!omrt_file_may(n, X_OK)) return -EACCES;
  omrt_world_cwd = n;
  return 0;
}

static int64_t change_dir(uint64_t path) {
  struct omrt_place p;
  int64_t bad = omrt_names_find(AT_FDCWD, path, OMRT_FOLLOW, 0, &p);
  return bad ? bad : go_to(p.node);
}

/* ---- calls ---- */

static const int here = AT_FDCWD;
static uint32_t folder(uint64_t mode) { return S_IFDIR | ((uint32_t)mode & 07777); }

OMRT_ANSWER(unlink) { return remove_file(here, a[0]); }
OMRT_ANSWER(unlinkat) {
  return a[2] & AT_REMOVEDIR ? remove_dir((int)a[0], a[1]) : remove_file((int)a[0], a[1]);
}
OMRT_ANSWER(rmdir) { return remove_dir(here, a[0]); }
OMRT_ANSWER(mkdir) { return make(here, a[0], folder(a[1])); }
OMRT_ANSWER(mkdirat) { return make((int)a[0], a[1], folder(a[2])); }
OMRT_ANSWER(mknod) { return make_node(here, a[0], (uint32_t)a[1]); }
OMRT_ANSWER(mknodat) { return make_node((int)a[0], a[1], (uint32_t)a[2]); }
OMRT_ANSWER(symlink) { return make_symlink(a[0], here, a[1]); }
OMRT_ANSWER(symlinkat) { return make_symlink(a[0], (int)a[1], a[2]); }
OMRT_ANSWER(link) { return make_link(here, a[0], here, a[1], 0); }
OMRT_ANSWER(linkat) { return make_link((int)a[0], a[1], (int)a[2], a[3], (int)a[4]); }
OMRT_ANSWER(rename) { return rename_to(here, a[0], here, a[1], 0); }
OMRT_ANSWER(renameat) { return rename_to((int)a[0], a[1], (int)a[2], a[3], 0); }
OMRT_ANSWER(renameat2) { return rename_to((int)a[0], a[1], (int)a[2], a[3], (unsigned)a[4]); }
OMRT_ANSWER(chdir) { return change_dir(a[0]); }
OMRT_ANSWER(fchdir) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  return !d ? -EBADF : d->kind != OMRT_D_DIR ? -ENOTDIR : go_to(d->node);
}
OMRT_ANSWER(getcwd) {
  bool room = omrt_writable((void *)a[0], a[1] < OMRT_MAX_PATH ? a[1] : 1);
  return room ? omrt_tree_path(omrt_world_cwd, (char *)a[0], a[1]) : -EFAULT;
}
OMRT_ANSWER(umask) { return omrt_file_set_umask((uint32_t)a[0]); }
