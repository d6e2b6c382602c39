/* Calls on files by descriptor, and open: see world.h. */
#include "runtime/world/world.h"
#include "runtime/world/answers.h"
#include "runtime/world/contained.h"
#include "runtime/rt.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/sched/sched.h"
#include "runtime/syscall/library.h"
#include "runtime/syscall/mapped.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { NOT_KNOWN = 0x7fffffff };
static uint32_t mask = NOT_KNOWN;

/* ---- opening ---- */

/* By the mode's bits; for what belongs to others the real file may know more (groups, access lists). */
bool omrt_file_may(const struct omrt_node *n, int want) {
  uid_t me = (uid_t)omrt_ask_number(SYS_geteuid);
  if (!me) return true;
  int shift = n->st.st_uid == me ? 6 : n->st.st_gid == (gid_t)omrt_ask_number(SYS_getegid) ? 3 : 0;
  if (((int)(n->st.st_mode >> shift) & want) == want) return true;
  return shift != 6 && n->base && omrt_ask_access(*n->base ? n->base : "/", want);
}

uint32_t omrt_file_umask(void) {
  if (mask == NOT_KNOWN) mask = omen_ask_umask();
  return mask;
}
int64_t omrt_file_set_umask(uint32_t to) {
  int64_t was = omrt_file_umask();
  mask = to & 0777;
  return was;
}

/* Files that the kernel makes up while they are read: all of it, as it is now. */
static struct omrt_node *snapshot(const struct omrt_node *n) {
  enum { LIMIT = 1 << 20 };
  uint64_t len;
  struct omrt_node *copy = omrt_node_new(n->st.st_mode);
  copy->st.st_ino = n->st.st_ino;
  const uint8_t *all = omrt_ask_contents(n->base, LIMIT, &len);
  if (all) omrt_node_write(copy, 0, all, len);
  return copy;
}

static bool made_up(const struct omrt_node *n) {
  return n->base && !n->image && (!strncmp(n->base, "/proc/", 6) || !strncmp(n->base, "/sys/", 5));
}

/* What the kernel adds, and F_GETFL shows (O_LARGEFILE is 0 for 64-bit programs). */
enum { LARGE_FILE = 0100000 };

static struct omrt_desc *describe(struct omrt_node *n, int flags) {
  struct omrt_desc *d;
  switch (n->st.st_mode & S_IFMT) {
  case S_IFREG: d = omrt_desc_new(OMRT_D_FILE, flags); break;
  case S_IFDIR: d = omrt_desc_new(OMRT_D_DIR, flags); break;
  case S_IFCHR:
    if (major(n->st.st_rdev) == 1) {
      d = omrt_desc_new(OMRT_D_DEVICE, flags);
      d->count = minor(n->st.st_rdev);
      break;
    } /* fall through */
  default: d = omrt_outside_new(-1); d->flags = flags;
  }
  d->node = made_up(n) && S_ISREG(n->st.st_mode) ? snapshot(n) : n;
  return d;
}

static int64_t create(const struct omrt_place *p, uint32_t mode, struct omrt_node **out) {
  if (p->must_be_dir) return -EISDIR;
  if (!omrt_file_may(p->dir, W_OK | X_OK)) return -EACCES;
  *out = omrt_node_new(S_IFREG | (mode & 07777 & ~omrt_file_umask()));
  omrt_tree_put(p->dir, p->name, *out);
  omrt_node_touch(p->dir);
  return 0;
}

static int64_t existing(const struct omrt_place *p, int flags) {
  struct omrt_node *n = p->node;
  int access = flags & O_ACCMODE;
  bool dir = S_ISDIR(n->st.st_mode), writes = access != O_RDONLY || (flags & O_TRUNC);
  if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return -EEXIST;
  if (dir && (flags & O_CREAT)) return -EISDIR;
  if (!dir && ((flags & O_DIRECTORY) || p->must_be_dir)) return -ENOTDIR;
  if (S_ISLNK(n->st.st_mode)) return flags & O_PATH ? 0 : -ELOOP;
  if (dir && writes) return -EISDIR;
  if (flags & O_PATH) return 0;
  if (!omrt_file_may(n, (access == O_WRONLY ? 0 : R_OK) | (writes ? W_OK : 0))) return -EACCES;
  if ((flags & O_TRUNC) && S_ISREG(n->st.st_mode)) omrt_node_truncate(n, 0);
  return 0;
}

int64_t omrt_file_open(int dirfd, const char *path, int flags, uint32_t mode, struct omrt_desc **out) {
  struct omrt_place p;
  bool stay = (flags & O_NOFOLLOW) || (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
  size_t len = strlen(path);
  if ((flags & O_CREAT) && len && path[len - 1] == '/') { /* no file has such a name */
    int64_t why = omrt_tree_find(dirfd, path, OMRT_LAST, &p);
    return why ? why : -EISDIR;
  }
  int64_t bad = omrt_tree_find(dirfd, path, stay ? 0 : OMRT_FOLLOW, &p);
  if (bad) return bad;
  if ((flags & O_TMPFILE) == O_TMPFILE) {
    if (!p.node || !S_ISDIR(p.node->st.st_mode)) return p.node ? -ENOTDIR : -ENOENT;
    p.node = omrt_node_new(S_IFREG | (mode & 07777 & ~omrt_file_umask()));
    p.node->st.st_nlink = 0;
  } else if (!p.node) {
    if (!(flags & O_CREAT)) return -ENOENT;
    bad = create(&p, mode, &p.node);
  } else {
    bad = existing(&p, flags);
  }
  if (!bad) *out = describe(p.node, flags | LARGE_FILE);
  return bad;
}

/* ---- reading and writing ---- */

/* Randomness that is the same in every run of a plan, and for a thread whatever others took meanwhile. */
void omrt_file_random(const struct iovec *iov, int n) {
  enum { THREADS = 4096 };
  static uint64_t taken[THREADS];
  for (int i = 0; i < n; i++)
    for (size_t k = 0; k < iov[i].iov_len; k++) {
      uint64_t z = ((uint64_t)omrt_cur->id << 40) + ++taken[omrt_cur->id % THREADS];
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
      ((uint8_t *)iov[i].iov_base)[k] = (uint8_t)(z >> 32);
    }
}

static int64_t device(struct omrt_desc *d, bool write, const struct iovec *iov, int n) {
  enum { DEV_NULL = 3, DEV_FULL = 7, DEV_RANDOM = 8, DEV_URANDOM = 9 };
  int64_t len = (int64_t)omrt_iov_len(iov, n);
  if (write) return d->count == DEV_FULL ? -ENOSPC : len;
  for (int i = 0; omrt_sym_on && i < n; i++) omrt_sym_overwritten(iov[i].iov_base, iov[i].iov_len);
  if (d->count == DEV_NULL) return 0;
  if (d->count == DEV_RANDOM || d->count == DEV_URANDOM)
    omrt_file_random(iov, n);
  else
    for (int i = 0; i < n; i++) memset(iov[i].iov_base, 0, iov[i].iov_len);
  return len;
}

int64_t omrt_file_rw(struct omrt_desc *d, bool write, const struct iovec *iov, int n, int64_t at) {
  int access = d->flags & O_ACCMODE;
  if (access == (write ? O_RDONLY : O_WRONLY) || (d->flags & O_PATH)) return -EBADF;
  if (d->kind == OMRT_D_DIR) return -EISDIR;
  if (d->kind == OMRT_D_DEVICE) return device(d, write, iov, n);
  uint64_t from = at >= 0 ? (uint64_t)at : d->offset;
  if (write && (d->flags & O_APPEND)) from = (uint64_t)d->node->st.st_size;
  int64_t done = 0;
  for (int i = 0; i < n; i++) {
    int64_t got = write ? omrt_node_write(d->node, from + (uint64_t)done, iov[i].iov_base, iov[i].iov_len)
                        : omrt_node_read(d->node, from + (uint64_t)done, iov[i].iov_base, iov[i].iov_len);
    if (got < 0) return done ? done : got;
    done += got;
    if (got < (int64_t)iov[i].iov_len) break;
  }
  if (at < 0) d->offset = from + (uint64_t)done;
  return done;
}

int64_t omrt_file_seek(struct omrt_desc *d, int64_t offset, int whence) {
  int64_t size = d->kind == OMRT_D_FILE ? d->node->st.st_size : 0, to;
  if (whence != SEEK_SET && whence != SEEK_CUR) omrt_node_measured(d->node);
  switch (whence) {
  case SEEK_SET: to = offset; break;
  case SEEK_CUR: to = (int64_t)d->offset + offset; break;
  case SEEK_END: to = size + offset; break;
  case SEEK_DATA:
    if (offset < 0 || offset >= size) return -ENXIO;
    to = offset;
    break;
  case SEEK_HOLE:
    if (offset < 0 || offset >= size) return -ENXIO;
    to = size;
    break;
  default: return -EINVAL;
  }
  if (to < 0) return -EINVAL;
  if (d->kind == OMRT_D_DEVICE) return 0;
  d->offset = (uint64_t)to;
  return to;
}

/* ---- the entries of a folder ---- */

struct listing {
  uint8_t *to;
  uint64_t room, used;
  bool old, full;
};

static void list(struct listing *l, const char *name, const struct omrt_node *n, int64_t cookie) {
  size_t len = strlen(name), before = l->old ? 18 : 19;
  uint16_t size = (uint16_t)((before + len + 1 + l->old + 7) & ~7ul);
  uint8_t type = (uint8_t)IFTODT(n->st.st_mode), *p = l->to + l->used;
  if (l->used + size > l->room) {
    l->full = true;
    return;
  }
  memset(p, 0, size);
  memcpy(p, &n->st.st_ino, 8);
  memcpy(p + 8, &cookie, 8);
  memcpy(p + 16, &size, 2);
  memcpy(p + before, name, len);
  p[l->old ? size - 1 : 18] = type;
  l->used += size;
}

int64_t omrt_file_entries(struct omrt_desc *d, uint8_t *to, uint64_t size, bool old) {
  struct listing l = {.to = to, .room = size, .old = old};
  if (d->kind != OMRT_D_DIR) return -ENOTDIR;
  omrt_tree_load(d->node);
  uint64_t last = d->offset;
  if (last < 1) {
    list(&l, ".", d->node, 1);
    if (!l.full) last = 1;
  }
  if (last == 1 && !l.full) {
    list(&l, "..", d->node->parent ? d->node->parent : d->node, 2);
    if (!l.full) last = 2;
  }
  for (const struct omrt_dent *e = d->node->entries; e && !l.full; e = e->next) {
    if (e->cookie <= (int64_t)last) continue;
    if (e->node) list(&l, e->name, e->node, e->cookie);
    if (!l.full) last = (uint64_t)e->cookie;
  }
  if (l.full && !l.used) return -EINVAL;
  d->offset = last;
  return (int64_t)l.used;
}

/* ---- mapping ---- */

/* A copy: syscall/mapped.h keeps it and the file the same, where somebody looks. */
int64_t omrt_file_map(const uint64_t a[6]) {
  struct omrt_desc *d = omrt_desc_at(a[4]);
  if (!d) return -EBADF;
  if (d->kind == OMRT_D_DEVICE) {
    if (d->count != 5 /* /dev/zero */) return -ENODEV;
  } else if (d->kind != OMRT_D_FILE) {
    return -ENODEV;
  }
  if (a[5] & 4095) return -EINVAL;
  if ((d->flags & O_ACCMODE) == O_WRONLY) return -EACCES;
  bool shared = a[3] & MAP_SHARED; /* also in MAP_SHARED_VALIDATE */
  if (shared && (a[2] & PROT_WRITE) && (d->flags & O_ACCMODE) != O_RDWR) return -EACCES;
  if (d->kind == OMRT_D_FILE && d->node->library && !shared) {
    long at = omrt_library_map(d->node->library, 0, a);
    if (at > 0) omrt_library_mapped(d->node->library, (uint64_t)at, a);
    if (at > 0 && omrt_sym_on) omrt_sym_overwritten((void *)at, a[1]);
    return at;
  }
  uint64_t kind = MAP_SHARED | MAP_PRIVATE | MAP_SHARED_VALIDATE;
  long got = OMRT_SYS6(SYS_mmap, a[0], a[1], PROT_READ | PROT_WRITE,
                       (a[3] & ~kind) | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got < 0) return got;
  if (omrt_sym_on) omrt_sym_overwritten((void *)got, a[1]);
  if (d->kind == OMRT_D_FILE) omrt_node_read(d->node, a[5], (void *)got, a[1]);
  OMRT_SYS3(SYS_mprotect, got, a[1], a[2]);
  if (omrt_sym_on && d->node) omrt_node_arrived(d->node, a[5], (void *)got, a[1]);
  if (d->node && a[5] + a[1] > (uint64_t)d->node->st.st_size)
    omrt_node_measured(d->node); /* zeros behind its end */
  if (d->kind == OMRT_D_FILE) omrt_mapped_add(a, (uint64_t)got, d->node);
  /* Others may see what is stored there; as output it is not compared. */
  if (shared && d->node && d->node->st.st_nlink && (d->flags & O_ACCMODE) == O_RDWR)
    omrt_outward_unseen("a file that is written by stores");
  return got;
}
