/* Folders, names and paths: see world.h. A folder knows of its entries what was asked for, made or deleted;
 * the rest is looked up under it: in what the recording kept, then on the disk. */
#include "runtime/explore/world.h"
#include "runtime/explore/contained.h"
#include "runtime/rt.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

enum { MAX_LINKS = 40, FIRST_COOKIE = 3 };
struct omen_node *omen_world_cwd;
static struct omen_node *all; /* nodes of real files with several names */

char *omen_world_copy(const char *s) {
  size_t n = strlen(s) + 1;
  char *p = omen_alloc(n);
  memcpy(p, s, n);
  return p;
}

static struct omen_dent *entry(struct omen_node *dir, const char *name) {
  for (struct omen_dent *e = dir->entries; e; e = e->next)
    if (!strcmp(e->name, name)) return e;
  return NULL;
}

static void append(struct omen_node *dir, const char *name, struct omen_node *node) {
  size_t n = strlen(name) + 1;
  struct omen_dent *e = omen_alloc(sizeof *e + n), **at = &dir->entries;
  int64_t cookie = FIRST_COOKIE;
  for (; *at; at = &(*at)->next) cookie = (*at)->cookie + 1;
  memcpy(e->name, name, n);
  e->node = node;
  e->cookie = cookie;
  *at = e;
}

void omen_tree_put(struct omen_node *dir, const char *name, struct omen_node *node) {
  struct omen_dent *e = entry(dir, name);
  if (e)
    e->node = node;
  else
    append(dir, name, node);
  if (node && S_ISDIR(node->st.st_mode)) node->parent = dir;
}

/* ---- from the disk ---- */

static char *read_target(const char *path) {
  static char target[OMEN_MAX_PATH];
  int64_t n = omen_ask_link(path, target, sizeof target - 1);
  target[n < 0 ? 0 : n] = 0;
  return omen_world_copy(target);
}

static struct omen_node *real_node(const char *path) {
  struct stat st;
  if (omen_ask_stat(path, &st)) return NULL;
  bool shared = S_ISREG(st.st_mode) && st.st_nlink > 1;
  for (struct omen_node *n = shared ? all : NULL; n; n = n->next)
    if (n->st.st_dev == st.st_dev && n->st.st_ino == st.st_ino) return n;
  struct omen_node *n = omen_alloc(sizeof *n);
  n->st = st;
  n->base = omen_world_copy(path);
  n->base_len = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
  if (S_ISLNK(st.st_mode)) n->target = read_target(path);
  if (shared) {
    n->next = all;
    all = n;
  }
  return n;
}

struct omen_node *omen_tree_root(void) {
  static struct omen_node *root;
  if (!root) {
    root = real_node("/");
    root->base[0] = 0; /* names are added behind a slash */
    root->parent = root;
  }
  return root;
}

struct omen_node *omen_tree_child(struct omen_node *dir, const char *name) {
  static char path[2 * OMEN_MAX_PATH];
  struct omen_dent *e = entry(dir, name);
  if (e || !dir->base || dir->complete) return e ? e->node : NULL;
  if (strlen(dir->base) + strlen(name) + 2 > sizeof path) return NULL;
  omen_fmt(path, sizeof path, "%s/%s", dir->base, name);
  struct omen_node *node;
  if (!omen_before_find(path, &node)) node = dir->kept ? NULL : real_node(path);
  if (node) omen_inputs_file(path, node);
  if (node) omen_tree_put(dir, name, node);
  return node;
}

static void look_at(struct omen_node *dir, const char *name) { omen_tree_child(dir, name); }
static void look_at_entry(void *dir, const char *name) { omen_tree_child(dir, name); }

void omen_tree_load(struct omen_node *dir) {
  if (dir->complete) return;
  if (dir->base && !dir->kept) omen_ask_entries(*dir->base ? dir->base : "/", look_at_entry, dir);
  if (dir->base) omen_before_names(dir->base, dir, look_at);
  dir->complete = true;
}

bool omen_tree_empty(struct omen_node *dir) {
  omen_tree_load(dir);
  for (struct omen_dent *e = dir->entries; e; e = e->next)
    if (e->node) return false;
  return true;
}

/* ---- paths ---- */

static struct omen_node *cwd(void) {
  static char path[OMEN_MAX_PATH];
  struct omen_place at;
  if (!omen_world_cwd) {
    omen_world_cwd = omen_tree_root();
    if (omen_ask_cwd(path, sizeof path) > 0 && *path == '/' &&
        !omen_tree_find(AT_FDCWD, path, OMEN_FOLLOW, &at) && at.node && S_ISDIR(at.node->st.st_mode))
      omen_world_cwd = at.node;
  }
  return omen_world_cwd;
}

static int64_t start_of(int dirfd, const char *path, struct omen_node **out) {
  if (*path == '/') {
    *out = omen_tree_root();
  } else if (dirfd == AT_FDCWD) {
    *out = cwd();
  } else {
    struct omen_desc *d = omen_desc_at((uint64_t)dirfd);
    if (!d) return -EBADF;
    if (d->kind != OMEN_D_DIR) return -ENOTDIR;
    *out = d->node;
  }
  return 0;
}

/* Puts the link's target before what is left of the path. */
static bool put_before(char *rest, size_t room, const char *target, bool slash) {
  size_t n = strlen(target), left = strlen(rest);
  if (n + left + 2 > room) return false;
  memmove(rest + n + 1, rest, left + 1);
  memcpy(rest, target, n);
  rest[n] = '/';
  rest[n + 1 + left] = 0;
  if (!left && !slash) rest[n] = 0;
  return true;
}

int64_t omen_tree_find(int dirfd, const char *path, int flags, struct omen_place *out) {
  static char rest[2 * OMEN_MAX_PATH], name[OMEN_MAX_PATH];
  size_t len = strlen(path);
  struct omen_node *at;
  if (!len) return -ENOENT;
  if (len >= OMEN_MAX_PATH) return -ENAMETOOLONG;
  int64_t bad = start_of(dirfd, path, &at);
  if (bad) return bad;
  memmove(rest, path, len + 1);
  *out = (struct omen_place){.dir = at, .node = at, .name = ""};
  for (int links = 0;;) {
    char *p = rest;
    while (*p == '/') p++;
    if (!*p)
      return (flags & OMEN_LAST) || !out->must_be_dir || !out->node || S_ISDIR(out->node->st.st_mode)
                 ? 0
                 : -ENOTDIR;
    size_t n = 0;
    while (p[n] && p[n] != '/') n++;
    if (n > 255) return -ENAMETOOLONG;
    if (!out->node) return -ENOENT;
    if (!S_ISDIR(out->node->st.st_mode)) return -ENOTDIR;
    if (!omen_file_may(out->node, 1 /* X_OK */)) return -EACCES;
    struct omen_node *dir = out->node;
    memcpy(name, p, n);
    name[n] = 0;
    bool slash = p[n] == '/';
    p += n;
    while (*p == '/') p++;
    bool last = !*p;
    memmove(rest, p, strlen(p) + 1);
    if (!strcmp(name, ".") || !strcmp(name, "..")) {
      struct omen_node *to = name[1] && dir->parent ? dir->parent : dir;
      *out = (struct omen_place){.dir = to, .node = to, .name = "", .must_be_dir = true};
      continue;
    }
    struct omen_node *node = omen_tree_child(dir, name);
    *out = (struct omen_place){dir, node, name, slash && last};
    if (!node || !S_ISLNK(node->st.st_mode)) continue;
    if (last && ((flags & OMEN_LAST) || (!slash && !(flags & OMEN_FOLLOW)))) return 0;
    if (++links > MAX_LINKS) return -ELOOP;
    if (!put_before(rest, sizeof rest, node->target, slash)) return -ENAMETOOLONG;
    *out = (struct omen_place){.dir = dir, .node = *rest == '/' ? omen_tree_root() : dir, .name = ""};
  }
}

int64_t omen_tree_path(struct omen_node *dir, char *out, uint64_t size) {
  static char path[2 * OMEN_MAX_PATH];
  size_t at = sizeof path - 1;
  path[at] = 0;
  if (!dir) dir = cwd();
  for (; dir != omen_tree_root(); dir = dir->parent) {
    struct omen_dent *e = dir->parent ? dir->parent->entries : NULL;
    while (e && e->node != dir) e = e->next;
    if (!e) return -ENOENT;
    size_t n = strlen(e->name);
    if (at < n + 1) return -ENAMETOOLONG;
    memcpy(path + (at -= n), e->name, n);
    path[--at] = '/';
  }
  if (!path[at]) path[--at] = '/';
  size_t len = sizeof path - at;
  if (len > size) return -ERANGE;
  memcpy(out, path + at, len);
  return (int64_t)len;
}
