/* Folders, names and paths: see world.h. A folder knows of its entries what was asked for, made or deleted;
 * the rest is looked up under it: in what the recording kept, then on the disk. */
#include "runtime/world/world.h"
#include "runtime/world/contained.h"
#include "runtime/rt.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/symbolic.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

enum { MAX_LINKS = 40, FIRST_COOKIE = 3 };
struct omrt_node *omrt_world_cwd;
static struct omrt_node *all; /* nodes of real files with several names */

char *omrt_world_copy(const char *s) {
  size_t n = strlen(s) + 1;
  char *p = omrt_alloc(n);
  memcpy(p, s, n);
  return p;
}

static struct omrt_dent *entry(struct omrt_node *dir, const char *name) {
  for (struct omrt_dent *e = dir->entries; e; e = e->next)
    if (!strcmp(e->name, name)) return e;
  return NULL;
}

static void append(struct omrt_node *dir, const char *name, struct omrt_node *node) {
  size_t n = strlen(name) + 1;
  struct omrt_dent *e = omrt_alloc(sizeof *e + n), **at = &dir->entries;
  int64_t cookie = FIRST_COOKIE;
  for (; *at; at = &(*at)->next) cookie = (*at)->cookie + 1;
  memcpy(e->name, name, n);
  e->node = node;
  e->cookie = cookie;
  *at = e;
}

void omrt_tree_put(struct omrt_node *dir, const char *name, struct omrt_node *node) {
  struct omrt_dent *e = entry(dir, name);
  if (e)
    e->node = node;
  else
    append(dir, name, node);
  if (node && S_ISDIR(node->st.st_mode)) node->parent = dir;
}

/* ---- from the disk ---- */

static char *read_target(const char *path) {
  static char target[OMRT_MAX_PATH];
  int64_t n = omrt_ask_link(path, target, sizeof target - 1);
  target[n < 0 ? 0 : n] = 0;
  return omrt_world_copy(target);
}

static struct omrt_node *real_node(const char *path) {
  struct stat st;
  if (omrt_ask_stat(path, &st)) return NULL;
  bool shared = S_ISREG(st.st_mode) && st.st_nlink > 1;
  for (struct omrt_node *n = shared ? all : NULL; n; n = n->next)
    if (n->st.st_dev == st.st_dev && n->st.st_ino == st.st_ino) return n;
  struct omrt_node *n = omrt_alloc(sizeof *n);
  n->st = st;
  n->base = omrt_world_copy(path);
  n->base_len = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
  if (S_ISLNK(st.st_mode)) n->target = read_target(path);
  if (shared) {
    n->next = all;
    all = n;
  }
  return n;
}

struct omrt_node *omrt_tree_root(void) {
  static struct omrt_node *root;
  if (!root) {
    root = real_node("/");
    root->base[0] = 0; /* names are added behind a slash */
    root->parent = root;
  }
  return root;
}

struct omrt_node *omrt_tree_child(struct omrt_node *dir, const char *name) {
  static char path[2 * OMRT_MAX_PATH];
  struct omrt_dent *e = entry(dir, name);
  if (e || !dir->base || dir->complete) return e ? e->node : NULL;
  if (strlen(dir->base) + strlen(name) + 2 > sizeof path) return NULL;
  omrt_fmt(path, sizeof path, "%s/%s", dir->base, name);
  struct omrt_node *node;
  if (omrt_sym_on && !strncmp(path, "/proc/", 6) && strstr(path, "/fd/"))
    omrt_outward_unseen("a file by the name of its descriptor");
  if (!omrt_before_find(path, &node)) node = dir->kept ? NULL : real_node(path);
  if (node) omrt_inputs_file(path, node);
  if (node) omrt_tree_put(dir, name, node);
  return node;
}

static void look_at(struct omrt_node *dir, const char *name) { omrt_tree_child(dir, name); }
static void look_at_entry(void *dir, const char *name) { omrt_tree_child(dir, name); }

void omrt_tree_load(struct omrt_node *dir) {
  if (dir->complete) return;
  if (dir->base && !dir->kept) omrt_ask_entries(*dir->base ? dir->base : "/", look_at_entry, dir);
  if (dir->base) omrt_before_names(dir->base, dir, look_at);
  dir->complete = true;
}

bool omrt_tree_empty(struct omrt_node *dir) {
  omrt_tree_load(dir);
  for (struct omrt_dent *e = dir->entries; e; e = e->next)
    if (e->node) return false;
  return true;
}

/* ---- paths ---- */

static struct omrt_node *cwd(void) {
  static char path[OMRT_MAX_PATH];
  struct omrt_place at;
  if (!omrt_world_cwd) {
    omrt_world_cwd = omrt_tree_root();
    if (omrt_ask_cwd(path, sizeof path) > 0 && *path == '/' &&
        !omrt_tree_find(AT_FDCWD, path, OMRT_FOLLOW, &at) && at.node && S_ISDIR(at.node->st.st_mode))
      omrt_world_cwd = at.node;
  }
  return omrt_world_cwd;
}

static int64_t start_of(int dirfd, const char *path, struct omrt_node **out) {
  if (*path == '/') {
    *out = omrt_tree_root();
  } else if (dirfd == AT_FDCWD) {
    *out = cwd();
  } else {
    struct omrt_desc *d = omrt_desc_at((uint64_t)dirfd);
    if (!d) return -EBADF;
    if (d->kind != OMRT_D_DIR) return -ENOTDIR;
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

int64_t omrt_tree_find(int dirfd, const char *path, int flags, struct omrt_place *out) {
  static char rest[2 * OMRT_MAX_PATH], name[OMRT_MAX_PATH];
  size_t len = strlen(path);
  struct omrt_node *at;
  if (!len) return -ENOENT;
  if (len >= OMRT_MAX_PATH) return -ENAMETOOLONG;
  int64_t bad = start_of(dirfd, path, &at);
  if (bad) return bad;
  memmove(rest, path, len + 1);
  *out = (struct omrt_place){.dir = at, .node = at, .name = ""};
  for (int links = 0;;) {
    char *p = rest;
    while (*p == '/') p++;
    if (!*p)
      return (flags & OMRT_LAST) || !out->must_be_dir || !out->node || S_ISDIR(out->node->st.st_mode)
                 ? 0
                 : -ENOTDIR;
    size_t n = 0;
    while (p[n] && p[n] != '/') n++;
    if (n > 255) return -ENAMETOOLONG;
    if (!out->node) return -ENOENT;
    if (!S_ISDIR(out->node->st.st_mode)) return -ENOTDIR;
    if (!omrt_file_may(out->node, 1 /* X_OK */)) return -EACCES;
    struct omrt_node *dir = out->node;
    memcpy(name, p, n);
    name[n] = 0;
    bool slash = p[n] == '/';
    p += n;
    while (*p == '/') p++;
    bool last = !*p;
    memmove(rest, p, strlen(p) + 1);
    if (!strcmp(name, ".") || !strcmp(name, "..")) {
      struct omrt_node *to = name[1] && dir->parent ? dir->parent : dir;
      *out = (struct omrt_place){.dir = to, .node = to, .name = "", .must_be_dir = true};
      continue;
    }
    struct omrt_node *node = omrt_tree_child(dir, name);
    *out = (struct omrt_place){dir, node, name, slash && last};
    if (!node || !S_ISLNK(node->st.st_mode)) continue;
    if (last && ((flags & OMRT_LAST) || (!slash && !(flags & OMRT_FOLLOW)))) return 0;
    if (++links > MAX_LINKS) return -ELOOP;
    if (!put_before(rest, sizeof rest, node->target, slash)) return -ENAMETOOLONG;
    *out = (struct omrt_place){.dir = dir, .node = *rest == '/' ? omrt_tree_root() : dir, .name = ""};
  }
}

int64_t omrt_tree_path(struct omrt_node *dir, char *out, uint64_t size) {
  static char path[2 * OMRT_MAX_PATH];
  size_t at = sizeof path - 1;
  path[at] = 0;
  if (!dir) dir = cwd();
  for (; dir != omrt_tree_root(); dir = dir->parent) {
    struct omrt_dent *e = dir->parent ? dir->parent->entries : NULL;
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
