/* What files were before the program changed them. While recording, a call that may change what is at a name
 * is preceded by a look at it: whether something is there, its properties, its contents up to a limit. An
 * exploration begins with the world as it was at the start of the recorded run, so for these names it asks
 * here and not the disk, where the run has left its traces.
 * record/files_before.h has the file. */
#include "runtime/world/world.h"
#include "record/files_before.h"
#include "runtime/world/answers.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/syscall/card.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

enum { MAX_CONTENTS = 16 << 20, BUCKETS = 1024 };
#define MAX_TOTAL (256ull << 20)

static uint64_t hash_of(const char *s) {
  uint64_t h = 0xcbf29ce484222325ull;
  for (; *s; s++) h = (h ^ (uint8_t)*s) * 0x100000001b3ull;
  return h;
}

/* ---- recording ---- */

static struct omrt_out out;
static uint64_t total;
static bool locks; /* the program took a lock by fcntl: closing any descriptor of the file would end it */
static struct seen {
  struct seen *next;
  char path[];
} *seen[BUCKETS];
static char path_buf[2 * OMRT_MAX_PATH];

static bool known(const char *path) {
  for (struct seen *s = seen[hash_of(path) % BUCKETS]; s; s = s->next)
    if (!strcmp(s->path, path)) return true;
  return false;
}

/* In a folder that was moved or removed all that was there has been kept: another is there now. */
static bool in_moved(const char *path) {
  static char prefix[2 * OMRT_MAX_PATH];
  size_t n = strlen(path);
  for (size_t i = 1; i + 1 < n; i++) {
    if (path[i] != '/') continue;
    memcpy(prefix, path, i + 1);
    prefix[i + 1] = 0;
    if (known(prefix)) return true;
  }
  return false;
}

static bool first_time(const char *path) {
  struct seen **b = &seen[hash_of(path) % BUCKETS];
  if (known(path) || in_moved(path)) return false;
  size_t n = strlen(path) + 1;
  struct seen *s = omrt_alloc(sizeof *s + n);
  memcpy(s->path, path, n);
  s->next = *b;
  *b = s;
  return true;
}

static void keep(const char *path, const struct stat *st, const void *data, uint64_t len, bool whole) {
  struct omen_file_before k = {.path_len = (uint32_t)strlen(path), .whole = whole, .len = len};
  if (st) k.st = *st;
  if (!out.buf) {
    uint64_t magic = OMEN_BEFORE_MAGIC;
    omrt_out_open(&out, "before");
    omrt_out_write(&out, &magic, sizeof magic);
  }
  omrt_out_write(&out, &k, sizeof k);
  omrt_out_write(&out, path, k.path_len);
  if (len) omrt_out_write(&out, data, len);
  omrt_out_flush(&out);
}

/* The contents. Nothing is changed by it, and, where that can be had, not even the time of the last reading.
 */
static void keep_file(const char *path, const struct stat *st, long at) {
  uint64_t len = (uint64_t)st->st_size;
  void *map = NULL;
  char self[32];
  omrt_fmt(self, sizeof self, "/proc/self/fd/%d", (int)at);
  if (len && len <= MAX_CONTENTS && total + len <= MAX_TOTAL && !locks) {
    long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, self, O_RDONLY | O_CLOEXEC | O_NOATIME | O_NONBLOCK, 0);
    if (fd == -EPERM) fd = OMRT_SYS4(SYS_openat, AT_FDCWD, self, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    map = fd < 0 ? NULL : omrt_alloc(len);
    uint64_t done = 0;
    for (long n; map && done < len; done += (uint64_t)n)
      if ((n = OMRT_SYS4(SYS_pread64, fd, (char *)map + done, len - done, done)) <= 0) break;
    if (fd >= 0) OMRT_SYS1(SYS_close, fd);
    if (done == len) total += len;
    keep(path, st, map, done == len ? len : 0, done == len);
    omrt_free(map, len);
  } else {
    keep(path, st, NULL, 0, !len);
  }
}

static bool real_path(long fd, char *to, size_t room) {
  char self[32];
  omrt_fmt(self, sizeof self, "/proc/self/fd/%d", (int)fd);
  long n = OMRT_SYS3(SYS_readlink, self, to, room - 1);
  if (n <= 0 || to[0] != '/') return false;
  to[n] = 0;
  return true;
}

/* Nothing is there: the name is that of the folder, and the last part. */
static void keep_absent(int dirfd, const char *path) {
  size_t n = strlen(path), last;
  static char parent[OMRT_MAX_PATH];
  while (n > 1 && path[n - 1] == '/') n--;
  if (n >= sizeof parent) return;
  for (last = n; last && path[last - 1] != '/';) last--;
  memcpy(parent, path, last);
  memcpy(parent + last, ".", 2);
  long fd = OMRT_SYS4(SYS_openat, dirfd, parent, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  if (fd < 0) return;
  if (real_path(fd, path_buf, sizeof path_buf - OMRT_MAX_PATH)) {
    size_t at = strlen(path_buf);
    if (at == 1) at = 0;
    path_buf[at++] = '/';
    memcpy(path_buf + at, path + last, n - last);
    path_buf[at + n - last] = 0;
    if (first_time(path_buf)) keep(path_buf, NULL, NULL, 0, true);
  }
  OMRT_SYS1(SYS_close, fd);
}

/* A symbolic link to nothing: what is made through it is made at its target. False: it is none. */
static bool to_target(int dirfd, uint64_t path, char *to) {
  long fd = OMRT_SYS4(SYS_openat, dirfd, path, O_PATH | O_CLOEXEC | O_NOFOLLOW, 0), n = -1;
  if (fd < 0) return false;
  if (real_path(fd, path_buf, sizeof path_buf)) {
    size_t at = strlen(path_buf);
    while (at && path_buf[at - 1] != '/') at--;
    char *target = path_buf + at;
    n = OMRT_SYS4(SYS_readlinkat, fd, "", target, OMRT_MAX_PATH - 1);
    const char *from = n > 0 && *target == '/' ? target : path_buf;
    if (n > 0) target[n] = 0;
    if (n <= 0 || strlen(from) >= OMRT_MAX_PATH)
      n = -1;
    else
      memcpy(to, from, strlen(from) + 1);
  }
  OMRT_SYS1(SYS_close, fd);
  return n > 0;
}

static void look(int dirfd, uint64_t path, bool follow) {
  struct stat st;
  static char target[OMRT_MAX_PATH], next[OMRT_MAX_PATH];
  long fd = OMRT_SYS4(SYS_openat, dirfd, path, O_PATH | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW), 0);
  for (int links = 0; fd == -ENOENT && follow && links < 8 && to_target(dirfd, path, next); links++) {
    dirfd = AT_FDCWD;
    path = (uint64_t)next;
  }
  if (fd == -ENOENT && *(const char *)path) keep_absent(dirfd, (const char *)path);
  if (fd < 0) return;
  if (real_path(fd, path_buf, sizeof path_buf) && !OMRT_SYS2(SYS_fstat, fd, &st) && first_time(path_buf)) {
    if (S_ISREG(st.st_mode)) {
      keep_file(path_buf, &st, fd);
    } else if (S_ISLNK(st.st_mode)) {
      long n = OMRT_SYS4(SYS_readlinkat, fd, "", target, sizeof target);
      keep(path_buf, &st, target, n < 0 ? 0 : (uint64_t)n, n >= 0);
    } else {
      keep(path_buf, &st, NULL, 0, false);
    }
  }
  OMRT_SYS1(SYS_close, fd);
}

/* Once a folder: everything in it has a record. */
static void keep_whole(long fd) {
  struct stat st;
  if (!real_path(fd, path_buf, sizeof path_buf - 2) || OMRT_SYS2(SYS_fstat, fd, &st)) return;
  size_t n = strlen(path_buf);
  memcpy(path_buf + n, "/", 2); /* no other record has such a name */
  bool first = first_time(path_buf);
  path_buf[n] = 0;
  if (first) keep(path_buf, &st, NULL, 0, true);
}

/* A folder that gets another name takes all that is in it away from where an exploration would look for it.
 */
static bool look_into(int dirfd, const char *path, int depth) {
  enum { DEEPEST = 16, MOST = 4096, ROOM = 1 << 13 };
  static int kept_so_far;
  struct stat st;
  struct { /* linux_dirent64 */
    uint64_t ino, off;
    uint16_t len;
    uint8_t type;
    char name[];
  } *d;
  long fd =
      OMRT_SYS4(SYS_openat, dirfd, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NOATIME, 0);
  if (fd == -EPERM)
    fd = OMRT_SYS4(SYS_openat, dirfd, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
  if (fd < 0) return false;
  bool all = true;
  char *found = omrt_alloc(ROOM);
  for (long n; (n = OMRT_SYS3(SYS_getdents64, fd, found, ROOM)) > 0 && kept_so_far < MOST;)
    for (long at = 0; at < n && kept_so_far < MOST; at += d->len) {
      d = (void *)(found + at);
      if (!strcmp(d->name, ".") || !strcmp(d->name, "..")) continue;
      kept_so_far++;
      look((int)fd, (uint64_t)d->name, false);
      bool dir = !OMRT_SYS4(SYS_newfstatat, fd, d->name, &st, AT_SYMLINK_NOFOLLOW) && S_ISDIR(st.st_mode);
      if (dir) all &= depth < DEEPEST && look_into((int)fd, d->name, depth + 1);
    }
  omrt_free(found, ROOM);
  all &= kept_so_far < MOST;
  if (all) keep_whole(fd);
  OMRT_SYS1(SYS_close, fd);
  return all;
}

static void look_to_move(int dirfd, uint64_t path) {
  look(dirfd, path, false);
  if (path && OMRT_SYS2(SYS_access, path, 0) != -EFAULT) look_into(dirfd, (const char *)path, 0);
}

/* bind: a socket with a name in the file system. */
static void look_at_name(const uint64_t a[6]) {
  static char name[sizeof(struct sockaddr_un) + 1];
  const struct sockaddr_un *to = (void *)a[1];
  size_t before = offsetof(struct sockaddr_un, sun_path);
  if (a[2] <= before || a[2] > sizeof *to || !omrt_readable(to, a[2])) return;
  if (to->sun_family != AF_UNIX || !to->sun_path[0]) return;
  memset(name, 0, sizeof name);
  memcpy(name, to->sun_path, a[2] - before);
  look(AT_FDCWD, (uint64_t)name, false);
}

static bool to_write(uint64_t flags) { return flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC); }

static void look_at_two(int dirfd, uint64_t path, int to_dirfd, uint64_t to) {
  look(dirfd, path, false);
  look(to_dirfd, to, false);
}

void omrt_before_call(int nr, const uint64_t a[6]) {
  const int here = AT_FDCWD, first = (int)a[0], second = (int)a[1], third = (int)a[2];
  switch (omrt_card(nr)->keeps) {
  case OMRT_KEEPS_NONE: break;
  case OMRT_KEEPS_OPEN:
    if (to_write(a[1])) look(here, a[0], true);
    break;
  case OMRT_KEEPS_OPENAT:
    if (to_write(a[2])) look(first, a[1], true);
    break;
  case OMRT_KEEPS_OPENAT2:
    if (omrt_readable((void *)a[2], 8) && to_write(*(uint64_t *)a[2])) look(first, a[1], true);
    break;
  case OMRT_KEEPS_PATH: look(here, a[0], false); break;
  case OMRT_KEEPS_PATH_TARGET: look(here, a[0], true); break;
  case OMRT_KEEPS_AT: look(first, a[1], false); break;
  case OMRT_KEEPS_AT_TARGET:
    if (a[1]) look(first, a[1], true);
    break;
  case OMRT_KEEPS_TREE: look_to_move(here, a[0]); break;
  case OMRT_KEEPS_UNLINKAT:
    if (a[2] & AT_REMOVEDIR)
      look_to_move(first, a[1]);
    else
      look(first, a[1], false);
    break;
  case OMRT_KEEPS_SECOND_PATH: look(here, a[1], false); break;
  case OMRT_KEEPS_SECOND_AT: look(second, a[2], false); break;
  case OMRT_KEEPS_RENAME:
    look_to_move(here, a[0]);
    look(here, a[1], false);
    break;
  case OMRT_KEEPS_RENAMEAT:
    look_to_move(first, a[1]);
    look_to_move(third, a[3]);
    break;
  case OMRT_KEEPS_LINK: look_at_two(here, a[0], here, a[1]); break;
  case OMRT_KEEPS_LINKAT: look_at_two(first, a[1], third, a[3]); break;
  case OMRT_KEEPS_SOCKET_NAME: look_at_name(a); break;
  case OMRT_KEEPS_LOCKS: locks |= second == F_SETLK || second == F_SETLKW; break;
  }
}

/* ---- exploring ---- */

static struct item {
  struct item *next;
  struct omrt_node *node;
  bool made, whole;
  const uint8_t *record; /* not aligned */
} *items[BUCKETS];
static const uint8_t *from, *to;

static struct omen_file_before head(const uint8_t *record) {
  struct omen_file_before k;
  memcpy(&k, record, sizeof k);
  return k;
}
static const char *path_in(const uint8_t *record) {
  return (const char *)record + sizeof(struct omen_file_before);
}

static struct item *item_of(const char *path) {
  size_t n = strlen(path);
  for (struct item *i = items[hash_of(path) % BUCKETS]; i; i = i->next)
    if (head(i->record).path_len == n && !memcmp(path_in(i->record), path, n)) return i;
  return NULL;
}

static void index_all(void) {
  for (const uint8_t *p = from; (uint64_t)(to - p) >= sizeof(struct omen_file_before);) {
    struct omen_file_before k = head(p);
    uint64_t room = (uint64_t)(to - p) - sizeof k;
    if (k.path_len > room || k.len > room - k.path_len || !k.path_len || k.path_len >= 2 * OMRT_MAX_PATH)
      return;
    if (k.st.st_size < 0) return;
    if (S_ISREG(k.st.st_mode) && k.whole && k.len != (uint64_t)k.st.st_size) return;
    memcpy(path_buf, path_in(p), k.path_len);
    path_buf[k.path_len] = 0;
    struct item *i = item_of(path_buf), **b = &items[hash_of(path_buf) % BUCKETS];
    if (!i) {
      i = omrt_alloc(sizeof *i);
      *i = (struct item){.next = *b, .record = p};
      *b = i;
    }
    i->whole |= k.whole;
    p += sizeof k + k.path_len + k.len;
  }
}

void omrt_before_load(void) {
  char path[600];
  uint64_t magic = 0;
  omrt_fmt(path, sizeof path, "%s/before", omrt_config->dir);
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  long size = fd < 0 ? 0 : OMRT_SYS3(SYS_lseek, fd, 0, 2 /* SEEK_END */);
  if (size > 8) {
    void *at = omrt_reserve((size_t)size);
    if (OMRT_SYS6(SYS_mmap, at, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0) == (long)at) {
      from = (const uint8_t *)at + 8;
      to = (const uint8_t *)at + size;
      memcpy(&magic, at, 8);
      if (magic == OMEN_BEFORE_MAGIC) index_all();
    }
  }
  if (fd >= 0) OMRT_SYS1(SYS_close, fd);
}

static struct omrt_node *make(const struct item *i, const char *path) {
  struct omen_file_before k = head(i->record);
  const uint8_t *data = i->record + sizeof k + k.path_len;
  if (!k.st.st_mode) return NULL;
  struct omrt_node *n = omrt_alloc(sizeof *n);
  n->st = k.st;
  if (S_ISLNK(k.st.st_mode)) {
    n->target = omrt_alloc(k.len + 1);
    memcpy(n->target, data, k.len);
    return n;
  }
  n->base = omrt_world_copy(path);
  n->kept = S_ISDIR(k.st.st_mode) && i->whole;
  n->image = S_ISREG(k.st.st_mode) && k.whole ? data : NULL;
  n->base_len = S_ISREG(k.st.st_mode) ? (uint64_t)k.st.st_size : 0;
  return n;
}

bool omrt_before_find(const char *path, struct omrt_node **found) {
  struct item *i = item_of(path);
  if (!i) return false;
  if (!i->made) i->node = make(i, path);
  i->made = true;
  *found = i->node;
  return true;
}

void omrt_before_names(const char *path, struct omrt_node *dir,
                       void (*each)(struct omrt_node *, const char *)) {
  static char name[OMRT_MAX_PATH];
  size_t n = strlen(path);
  for (int b = 0; b < BUCKETS; b++)
    for (struct item *i = items[b]; i; i = i->next) {
      struct omen_file_before k = head(i->record);
      const char *p = path_in(i->record);
      if (k.path_len <= n + 1 || k.path_len - n > sizeof name || memcmp(p, path, n) || p[n] != '/') continue;
      if (memchr(p + n + 1, '/', k.path_len - n - 1)) continue;
      memcpy(name, p + n + 1, k.path_len - n - 1);
      name[k.path_len - n - 1] = 0;
      each(dir, name);
    }
}
