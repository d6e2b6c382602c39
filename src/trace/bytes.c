/* Bytes in: see input.h. */
#include "trace/bytes.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int temporary(struct omen_err *err) {
  const char *dir = getenv("TMPDIR");
  if (!dir || !*dir) dir = "/tmp";
  int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0) return fd;
  char *name = omen_format("%s/omen-trace-XXXXXX", dir); /* a file system without O_TMPFILE */
  fd = mkostemp(name, O_CLOEXEC);
  if (fd >= 0)
    unlink(name);
  else
    omen_fail(err, "cannot make a temporary file in %s: %s", dir, strerror(errno));
  free(name);
  return fd;
}

static int write_all(int fd, const char *p, size_t n) {
  while (n) {
    ssize_t w = write(fd, p, n);
    if (w < 0 && errno == EINTR) continue;
    if (w <= 0) return -1;
    p += w;
    n -= (size_t)w;
  }
  return 0;
}

/* A pipe's content in a temporary file, because pairs are completed in a second pass. */
static int spool(int from, const char *path, struct omen_err *err) {
  int to = temporary(err);
  if (to < 0) return -1;
  size_t cap = 1 << 20;
  char *buf = omen_xmalloc(cap);
  int bad = 0;
  for (;;) {
    ssize_t n = read(from, buf, cap);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) bad = omen_fail(err, "cannot read %s: %s", path, strerror(errno));
    if (n <= 0) break;
    if (write_all(to, buf, (size_t)n)) {
      bad = omen_fail(err, "cannot copy %s to a temporary file: %s", path, strerror(errno));
      break;
    }
  }
  free(buf);
  if (bad) close(to);
  return bad ? -1 : to;
}

struct omen_bytes *omen_bytes_file(const char *path, struct omen_err *err) {
  bool std_in = !strcmp(path, "-");
  const char *shown = std_in ? "standard input" : path;
  int fd = std_in ? dup(0) : open(path, O_RDONLY | O_CLOEXEC);
  struct stat st;
  if (fd < 0 || fstat(fd, &st)) {
    omen_fail(err, "cannot read %s: %s", shown, strerror(errno));
    if (fd >= 0) close(fd);
    return NULL;
  }
  if (!S_ISREG(st.st_mode) || (std_in && lseek(fd, 0, SEEK_CUR) != 0)) {
    int copy = spool(fd, shown, err);
    close(fd);
    if (copy < 0) return NULL;
    fd = copy;
    if (fstat(fd, &st)) st.st_size = 0;
  }
  posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  struct omen_bytes *in = omen_xcalloc(1, sizeof *in);
  *in = (struct omen_bytes){.path = omen_xstrdup(shown), .fd = fd, .size = (uint64_t)st.st_size};
  return in;
}

struct omen_bytes *omen_bytes_memory(const void *data, size_t n) {
  struct omen_bytes *in = omen_xcalloc(1, sizeof *in);
  *in = (struct omen_bytes){.path = omen_xstrdup("memory"), .fd = -1, .mem = data, .size = n};
  return in;
}

long omen_bytes_read(struct omen_bytes *in, void *buf, size_t n, struct omen_err *err) {
  if (in->fd < 0) {
    if (in->pos >= in->size) return 0;
    if (n > in->size - in->pos) n = (size_t)(in->size - in->pos);
    if (n) memcpy(buf, in->mem + in->pos, n);
    in->pos += n;
    return (long)n;
  }
  for (;;) {
    ssize_t got = pread(in->fd, buf, n, (off_t)in->pos);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return omen_fail(err, "cannot read %s: %s", in->path, strerror(errno));
    in->pos += (uint64_t)got;
    return got;
  }
}

int omen_bytes_full(struct omen_bytes *in, void *buf, size_t n, size_t *got, struct omen_err *err) {
  *got = 0;
  while (*got < n) {
    long r = omen_bytes_read(in, (char *)buf + *got, n - *got, err);
    if (r < 0) return -1;
    if (!r) break;
    *got += (size_t)r;
  }
  return 0;
}

int omen_bytes_peek(struct omen_bytes *in, void *buf, size_t n, size_t *got, struct omen_err *err) {
  uint64_t pos = in->pos;
  int bad = omen_bytes_full(in, buf, n, got, err);
  in->pos = pos;
  return bad;
}

void omen_bytes_rewind(struct omen_bytes *in) { in->pos = 0; }

void omen_bytes_close(struct omen_bytes *in) {
  if (!in) return;
  if (in->fd >= 0) close(in->fd);
  free(in->path);
  free(in);
}
