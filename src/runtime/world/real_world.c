/* Looking at the real world: see contained.h. A contained run keeps what it was told in its log, so that its
 * replays need nothing but the recording; an exploration that left it looks there first, and asks itself what
 * was never asked. */
#include "runtime/world/contained.h"
#include "runtime/world/world.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/syscall/library.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

static uint64_t key_of(const char *text, uint64_t more) {
  uint64_t h = 0xcbf29ce484222325ull ^ more;
  for (; *text; text++) h = (h ^ (uint8_t)*text) * 0x100000001b3ull;
  return h;
}

/* An answer of up to `room` bytes that the log has. */
static bool known(int nr, uint64_t key, int64_t *ret, void *to, uint64_t room) {
  const uint8_t *data;
  uint64_t len;
  if (!omrt_log_answer(nr, key, ret, &data, &len)) return false;
  memcpy(to, data, len < room ? len : room);
  return true;
}

int64_t omrt_ask_stat(const char *path, void *stat) {
  int64_t ret;
  uint64_t key = key_of(path, 0);
  if (known(SYS_lstat, key, &ret, stat, sizeof(struct stat))) return ret;
  ret = OMRT_SYS2(SYS_lstat, path, stat);
  omrt_log_answered(SYS_lstat, key, ret, stat, ret ? 0 : sizeof(struct stat));
  return ret;
}

int64_t omrt_ask_link(const char *path, char *to, uint64_t room) {
  int64_t ret;
  uint64_t key = key_of(path, 0);
  if (known(SYS_readlink, key, &ret, to, room)) return ret < (int64_t)room ? ret : (int64_t)room;
  ret = OMRT_SYS3(SYS_readlink, path, to, room);
  omrt_log_answered(SYS_readlink, key, ret, to, ret < 0 ? 0 : (uint64_t)ret);
  return ret;
}

int64_t omrt_ask_library(const char *path, const void *stat) {
  int64_t ret;
  uint64_t key = key_of(path, 1);
  if (known(SYS_open, key, &ret, NULL, 0)) return ret;
  ret = omrt_library_choose(path, stat);
  omrt_log_answered(SYS_open, key, ret, NULL, 0);
  return ret;
}

bool omrt_ask_access(const char *path, int want) {
  int64_t ret;
  uint64_t key = key_of(path, (uint64_t)want << 32);
  if (known(SYS_access, key, &ret, NULL, 0)) return !ret;
  ret = OMRT_SYS2(SYS_access, path, want);
  omrt_log_answered(SYS_access, key, ret, NULL, 0);
  return !ret;
}

int64_t omrt_ask_cwd(char *to, uint64_t room) {
  int64_t ret;
  if (known(SYS_getcwd, 0, &ret, to, room)) return ret;
  ret = OMRT_SYS2(SYS_getcwd, to, room);
  omrt_log_answered(SYS_getcwd, 0, ret, to, ret < 0 ? 0 : (uint64_t)ret);
  return ret;
}

uint32_t omrt_ask_number(int nr) {
  int64_t ret;
  if (known(nr, 0, &ret, NULL, 0)) return (uint32_t)ret;
  ret = OMRT_SYS0(nr);
  omrt_log_answered(nr, 0, ret, NULL, 0);
  return (uint32_t)ret;
}

uint32_t omen_ask_umask(void) {
  int64_t ret;
  if (known(SYS_umask, 0, &ret, NULL, 0)) return (uint32_t)ret;
  ret = OMRT_SYS1(SYS_umask, 022);
  OMRT_SYS1(SYS_umask, ret); /* asking sets it: put it back */
  omrt_log_answered(SYS_umask, 0, ret, NULL, 0);
  return (uint32_t)ret;
}

/* ---- folders ---- */

struct names { /* one after the other, each with its zero */
  char *text;
  uint64_t len, cap;
};

static void add_name(struct names *n, const char *name) {
  uint64_t len = strlen(name) + 1;
  if (n->len + len > n->cap) {
    uint64_t cap = n->cap ? n->cap * 2 : 4096;
    while (cap < n->len + len) cap *= 2;
    char *more = omrt_alloc(cap);
    if (n->len) memcpy(more, n->text, n->len);
    omrt_free(n->text, n->cap);
    n->text = more;
    n->cap = cap;
  }
  memcpy(n->text + n->len, name, len);
  n->len += len;
}

static void read_folder(const char *path, struct names *out) {
  struct { /* linux_dirent64 */
    uint64_t ino, off;
    uint16_t len;
    uint8_t type;
    char name[];
  } *d;
  static char found[1 << 15];
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  for (long n; fd >= 0 && (n = OMRT_SYS3(SYS_getdents64, fd, found, sizeof found)) > 0;)
    for (long at = 0; at < n; at += d->len) {
      d = (void *)(found + at);
      if (strcmp(d->name, ".") && strcmp(d->name, "..")) add_name(out, d->name);
    }
  if (fd >= 0) OMRT_SYS1(SYS_close, fd);
}

void omrt_ask_entries(const char *path, void (*each)(void *arg, const char *name), void *arg) {
  struct names n = {0};
  const uint8_t *data;
  int64_t ret;
  uint64_t key = key_of(path, 0), len;
  if (!omrt_log_answer(SYS_getdents64, key, &ret, &data, &len)) {
    read_folder(path, &n);
    omrt_log_answered(SYS_getdents64, key, 0, n.text, n.len);
    data = (const uint8_t *)n.text;
    len = n.len;
  }
  for (uint64_t at = 0; at < len && memchr(data + at, 0, len - at); at += strlen((const char *)data + at) + 1)
    each(arg, (const char *)data + at);
  omrt_free(n.text, n.cap);
}

/* ---- contents ---- */

/* Up to `most` bytes; *len says how many there were. Files that the kernel makes up have no length before
 * they are read. */
static uint8_t *read_file(const char *path, uint64_t most, uint64_t *len) {
  uint64_t cap = 1 << 14;
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0), n;
  *len = 0;
  if (fd < 0) return NULL;
  uint8_t *data = omrt_alloc(cap);
  while (*len < most && (n = OMRT_SYS3(SYS_read, fd, data + *len, cap - *len)) > 0) {
    *len += (uint64_t)n;
    if (*len < cap) continue;
    uint8_t *more = omrt_alloc(cap * 2);
    memcpy(more, data, cap);
    omrt_free(data, cap);
    data = more;
    cap *= 2;
  }
  OMRT_SYS1(SYS_close, fd);
  if (*len > most) *len = most;
  return data;
}

const uint8_t *omrt_ask_contents(const char *path, uint64_t most, uint64_t *len) {
  const uint8_t *data;
  int64_t ret;
  uint64_t key = key_of(path, most);
  if (omrt_log_answer(SYS_read, key, &ret, &data, len)) return ret ? data ? data : (const uint8_t *)"" : NULL;
  data = read_file(path, most, len);
  omrt_log_answered(SYS_read, key, data != NULL, data, data ? *len : 0);
  return data;
}

/* ---- questions that change nothing ---- */

int64_t omrt_ask_call(int nr, const uint64_t a[6], const char *pieces) {
  static struct omrt_piece to[OMRT_MAX_PIECES];
  const uint8_t *data;
  int64_t ret;
  uint64_t len, at = 0;
  bool kept = omrt_log_answer(nr, 0, &ret, &data, &len);
  if (!kept) ret = omrt_sys(nr, (long)a[0], (long)a[1], (long)a[2], (long)a[3], (long)a[4], (long)a[5]);
  int n = omrt_call_pieces(pieces, a, ret, to);
  if (!kept) {
    omrt_log_answered(nr, 0, ret, n ? to[0].addr : NULL, n ? to[0].len : 0);
    return ret;
  }
  for (int i = 0; i < n && at < len; i++) {
    uint64_t take = to[i].len < len - at ? to[i].len : len - at;
    memcpy(to[i].addr, data + at, take);
    at += take;
  }
  return ret;
}
