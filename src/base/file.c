/* Whole files and folders: see base.h. */
#include "base/base.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int omen_file_read(const char *path, struct omen_buf *out, struct omen_err *err) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return omen_fail(err, "%s: %s", path, strerror(errno));
  char chunk[65536];
  ssize_t n;
  while ((n = read(fd, chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0) omen_buf_add(out, chunk, (size_t)n);
  int why = errno;
  close(fd);
  if (n < 0) return omen_fail(err, "%s: %s", path, strerror(why));
  omen_buf_add(out, "", 0);
  return 0;
}

static int write_all(int fd, const char *data, size_t n) {
  while (n) {
    ssize_t w = write(fd, data, n);
    if (w < 0 && errno == EINTR) continue;
    if (w <= 0) return -1;
    data += w;
    n -= (size_t)w;
  }
  return 0;
}

/* A device, a pipe, a link to something: written through, since renaming a file over it would remove it. */
static bool in_place(const char *path) {
  struct stat st;
  return !lstat(path, &st) && !S_ISREG(st.st_mode);
}

static int write_through(const char *path, const void *data, size_t n, struct omen_err *err) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool bad = fd < 0 || write_all(fd, data, n);
  int why = errno;
  if (fd >= 0 && close(fd) && !bad) bad = true, why = errno;
  return bad ? omen_fail(err, "%s: %s", path, strerror(why)) : 0;
}

/* How a file is replaced. */
enum {
  THROUGH = 1, /* what is no plain file is written through */
  DURABLY = 2,
  PRIVATE = 4, /* nobody else may read it */
};

static int replace(const char *path, const void *data, size_t n, int how, struct omen_err *err) {
  if (how & THROUGH && in_place(path)) return write_through(path, data, n, err);
  char *tmp = omen_format("%s.XXXXXX", path);
  int fd = mkostemp(tmp, O_CLOEXEC), result = 0;
  if (fd < 0) {
    result = omen_fail(err, "%s: %s", path, strerror(errno));
  } else {
    mode_t mask = umask(0);
    umask(mask);
    bool bad = write_all(fd, data, n) || fchmod(fd, (how & PRIVATE ? 0600 : 0666) & ~mask) ||
               (how & DURABLY && fsync(fd));
    bad |= close(fd) != 0;
    if (bad || rename(tmp, path)) {
      result = omen_fail(err, "%s: %s", path, strerror(errno));
      unlink(tmp);
    }
  }
  free(tmp);
  return result;
}

int omen_file_write(const char *path, const void *data, size_t n, struct omen_err *err) {
  return replace(path, data, n, THROUGH, err);
}

int omen_file_write_private(const char *path, const void *data, size_t n, struct omen_err *err) {
  return replace(path, data, n, PRIVATE, err);
}

int omen_file_save(const char *path, const void *data, size_t n, struct omen_err *err) {
  return replace(path, data, n, DURABLY, err);
}

int omen_file_copy(const char *from, const char *to, struct omen_err *err) {
  struct omen_buf b = {0};
  int result = omen_file_read(from, &b, err);
  if (!result) result = omen_file_write(to, b.data, b.len, err);
  omen_buf_release(&b);
  return result;
}

const char *omen_base_name(const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  return slash ? slash + 1 : path;
}

bool omen_file_exists(const char *path) { return access(path, F_OK) == 0; }

int omen_mkdirs(const char *path, struct omen_err *err) {
  char *p = omen_xstrdup(path);
  int result = 0;
  for (char *s = p + 1;; s++) {
    if (*s != '/' && *s) continue;
    char keep = *s;
    *s = 0;
    struct stat st;
    if (mkdir(p, 0777) && !(errno == EEXIST && stat(p, &st) == 0 && S_ISDIR(st.st_mode))) {
      result = omen_fail(err, "%s: %s", p, strerror(errno));
      break;
    }
    *s = keep;
    if (!keep) break;
  }
  free(p);
  return result;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *f) {
  return remove(path);
}

int omen_rmtree(const char *path) {
  if (nftw(path, remove_one, 32, FTW_DEPTH | FTW_PHYS) && errno != ENOENT) return -1;
  return 0;
}
