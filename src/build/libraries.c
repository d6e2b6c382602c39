/* The list of libraries: see libraries.h. */
#include "build/libraries.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIELDS = 8 };

void omen_libraries_release(struct omen_libraries *l) {
  for (size_t i = 0; i < l->n; i++) {
    free(l->v[i].name);
    free(l->v[i].path);
    free(l->v[i].why);
  }
  free(l->v);
  *l = (struct omen_libraries){0};
}

/* ---- reading ---- */

static bool number(const char *s, uint64_t *out) {
  char *end;
  errno = 0;
  *out = strtoull(s, &end, 10);
  return *s >= '0' && *s <= '9' && !*end && !errno;
}

static int take_line(struct omen_libraries *l, char *line) {
  char *field[FIELDS];
  for (int i = 0; i < FIELDS; i++) {
    field[i] = line;
    line = strchr(line, '\t');
    if (!line != (i == FIELDS - 1)) return -1;
    if (line) *line++ = 0;
  }
  struct omen_library lib = {0};
  bool good = number(field[1], &lib.device) && number(field[2], &lib.inode) && number(field[3], &lib.size) &&
              number(field[4], &lib.seconds) && number(field[5], &lib.nanoseconds);
  if (!good || strchr(field[0], '/') || !*field[0] || *field[0] == '.' || *field[6] != '/') return -1;
  lib.name = strcmp(field[0], "-") ? omen_xstrdup(field[0]) : NULL;
  lib.path = omen_xstrdup(field[6]);
  lib.why = omen_xstrdup(field[7]);
  OMEN_GROW(l->v, l->n, l->cap);
  l->v[l->n++] = lib;
  return 0;
}

int omen_libraries_read(struct omen_libraries *l, const char *folder, struct omen_err *err) {
  *l = (struct omen_libraries){0};
  char *path = omen_format("%s/" OMEN_LIBRARIES, folder);
  struct omen_buf text = {0};
  int bad = omen_file_exists(path) ? omen_file_read(path, &text, err) : 0;
  if (!bad && text.len && (strlen(text.data) != text.len || text.data[text.len - 1] != '\n'))
    bad = omen_fail(err, "%s: damaged", path);
  for (char *line = text.data, *end; !bad && text.len && *line; line = end + 1) {
    end = strchr(line, '\n');
    *end = 0;
    if (take_line(l, line)) bad = omen_fail(err, "%s: damaged: line %zu", path, l->n + 1);
  }
  if (bad) omen_libraries_release(l);
  omen_buf_release(&text);
  free(path);
  return bad;
}

/* ---- writing ---- */

static void identify(struct omen_library *lib) {
  struct stat st = {0};
  if (stat(lib->path, &st)) return;
  lib->device = st.st_dev;
  lib->inode = st.st_ino;
  lib->size = (uint64_t)st.st_size;
  lib->seconds = (uint64_t)st.st_mtim.tv_sec;
  lib->nanoseconds = (uint64_t)st.st_mtim.tv_nsec;
}

static bool same(const struct omen_library *a, const struct omen_library *b) {
  return !strcmp(a->path, b->path) && a->device == b->device && a->inode == b->inode && a->size == b->size &&
         a->seconds == b->seconds && a->nanoseconds == b->nanoseconds;
}

/* One write: whoever reads meanwhile sees all of it or nothing. */
static int append(int fd, const struct omen_library *lib, struct omen_err *err) {
  struct omen_buf line = {0};
  omen_buf_addf(&line, "%s\t%llu\t%llu\t%llu\t%llu\t%llu\t%s\t", lib->name ? lib->name : "-",
                (unsigned long long)lib->device, (unsigned long long)lib->inode,
                (unsigned long long)lib->size, (unsigned long long)lib->seconds,
                (unsigned long long)lib->nanoseconds, lib->path);
  for (const char *s = lib->why ? lib->why : ""; *s; s++)
    omen_buf_add(&line, *s == '\t' || *s == '\n' ? " " : s, 1);
  omen_buf_adds(&line, "\n");
  int bad = write(fd, line.data, line.len) == (ssize_t)line.len
                ? 0
                : omen_fail(err, "the list of libraries cannot be written: %s", strerror(errno));
  omen_buf_release(&line);
  return bad;
}

static int open_list(const char *folder, struct omen_err *err) {
  char *path = omen_format("%s/" OMEN_LIBRARIES, folder);
  int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) omen_fail(err, "%s: %s", path, strerror(errno));
  free(path);
  if (fd >= 0) flock(fd, LOCK_EX);
  return fd;
}

static int copy(const char *from, const char *folder, const char *name, const char *ending,
                struct omen_err *err) {
  char *to = omen_format("%s/lib/%s%s", folder, name, ending);
  int bad = omen_file_copy(from, to, err);
  if (!bad) chmod(to, 0755);
  free(to);
  return bad;
}

static int put(const char *folder, int list, struct omen_library *lib, const char *path, const char *sites,
               struct omen_err *err) {
  return copy(path, folder, lib->name, "", err) || copy(sites, folder, lib->name, ".sites", err) ||
                 append(list, lib, err)
             ? -1
             : 0;
}

static int make_lib(const char *folder, struct omen_err *err) {
  char *lib = omen_format("%s/lib", folder);
  int bad = omen_mkdirs(lib, err);
  free(lib);
  return bad;
}

/* ---- those that the program is linked with ---- */

int omen_libraries_begin(const char *folder, const struct omen_variant *v, struct omen_err *err) {
  if (v->nlibraries && make_lib(folder, err)) return -1;
  int list = v->nlibraries ? open_list(folder, err) : -1, bad = v->nlibraries && list < 0 ? -1 : 0;
  for (size_t i = 0; !bad && i < v->nlibraries; i++) {
    const struct omen_variant_library *from = &v->libraries[i];
    char *real = realpath(from->original, NULL);
    struct omen_library lib = {.name = (char *)omen_base_name(from->path),
                               .path = real ? real : from->original};
    identify(&lib);
    bad = put(folder, list, &lib, from->path, from->sites, err);
    free(real);
  }
  if (list >= 0) close(list);
  return bad;
}

/* ---- those that it opens ---- */

static bool taken(const char *folder, const char *name) {
  char *file = omen_format("%s/lib/%s", folder, name), *sites = omen_format("%s/lib/%s.sites", folder, name);
  bool there = omen_file_exists(file) || omen_file_exists(sites);
  free(file);
  free(sites);
  return there;
}

/* Its own name, and a number behind it if another library has that. */
static char *name_for(const char *folder, const char *path) {
  const char *base = omen_base_name(path);
  char *name = omen_format("%s%s", *base == '.' || !strcmp(base, "-") ? "lib" : "", base);
  for (int i = 2; taken(folder, name); i++) {
    free(name);
    name = omen_format("%s.%d", base, i);
  }
  return name;
}

static bool known(const char *folder, const struct omen_library *lib) {
  struct omen_libraries all;
  if (omen_libraries_read(&all, folder, NULL)) return false;
  bool found = false;
  for (size_t i = 0; i < all.n; i++) found |= same(&all.v[i], lib);
  omen_libraries_release(&all);
  return found;
}

static int add(const char *folder, int list, struct omen_library *lib, enum omen_variant_kind kind,
               struct omen_err *err) {
  char *path = NULL, *sites = NULL;
  struct omen_err why = {0};
  lib->name = name_for(folder, lib->path);
  int bad = omen_variant_library(lib->path, lib->name, kind, &path, &sites, &why);
  if (!bad) {
    bad = put(folder, list, lib, path, sites, err);
  } else {
    free(lib->name);
    lib->name = NULL;
    lib->why = why.msg;
    bad = append(list, lib, err);
  }
  free(lib->name);
  free(path);
  free(sites);
  return bad;
}

int omen_libraries_add(const char *folder, const char *path, enum omen_variant_kind kind,
                       struct omen_err *err) {
  struct omen_library lib = {.path = (char *)path};
  if (*path != '/' || strpbrk(path, "\t\n")) return omen_fail(err, "%s: no path of a library", path);
  identify(&lib);
  if (make_lib(folder, err)) return -1;
  int list = open_list(folder, err);
  if (list < 0) return -1;
  int bad = known(folder, &lib) ? 0 : add(folder, list, &lib, kind, err);
  close(list);
  return bad;
}

static bool known_path(const char *folder, const char *path) {
  struct omen_libraries all;
  bool found = false;
  if (omen_libraries_read(&all, folder, NULL)) return false;
  for (size_t i = 0; i < all.n; i++) found |= !strcmp(all.v[i].path, path);
  omen_libraries_release(&all);
  return found;
}

/* The file is another, or was only written again: does the variant come out the same? */
static bool same_variant(const char *base, const struct omen_library *lib, enum omen_variant_kind kind) {
  char *path = NULL, *sites = NULL, *was = omen_format("%s/lib/%s", base, lib->name);
  struct omen_buf a = {0}, b = {0};
  bool equal = !omen_variant_library(lib->path, lib->name, kind, &path, &sites, NULL) &&
               !omen_file_read(path, &a, NULL) && !omen_file_read(was, &b, NULL) && a.len == b.len &&
               !memcmp(a.data, b.data, a.len);
  omen_buf_release(&a);
  omen_buf_release(&b);
  free(path);
  free(sites);
  free(was);
  return equal;
}

int omen_libraries_again(const char *folder, const char *base, enum omen_variant_kind was,
                         enum omen_variant_kind kind, struct omen_err *err) {
  struct omen_libraries all;
  if (omen_libraries_read(&all, base, err)) return -1;
  int bad = 0;
  for (size_t i = 0; !bad && i < all.n; i++) {
    struct omen_library now = {.path = all.v[i].path};
    if (!all.v[i].name || known_path(folder, now.path)) continue;
    identify(&now);
    if (!same(&all.v[i], &now) && !same_variant(base, &all.v[i], was))
      bad = omen_fail(err, "%s is another than when %s was recorded: record it again", now.path, base);
    else
      bad = omen_libraries_add(folder, now.path, kind, err);
  }
  omen_libraries_release(&all);
  return bad;
}
