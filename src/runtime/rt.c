/* Memory, formatting, files and messages of the runtime: see rt.h. */
#include "runtime/rt.h"
#include "runtime/abi.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

struct omen_config *omrt_config;
bool omrt_on;
OMEN_API struct omen_hot __omen_hot;

/* ---- memory: a bump pointer over address space of our own, and free lists by power of two ---- */

static uintptr_t next_page = OMRT_RT_BASE;
static char *chunk;
static size_t chunk_left;
static void *free_list[48];

void *omrt_reserve(size_t n) {
  n = (n + 0xffff) & ~(size_t)0xffff;
  long got = OMRT_SYS6(SYS_mmap, next_page, n, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != (long)next_page)
    omrt_fatal("cannot reserve %lu bytes for the runtime (error %ld)", (unsigned long)n, -got);
  next_page += n + 0x10000; /* a gap: running off a table's end faults */
  return (void *)got;
}

static int size_class(size_t n) { return n <= 16 ? 4 : 64 - __builtin_clzl(n - 1); }

void *omrt_alloc(size_t n) {
  int c = size_class(n);
  size_t size = (size_t)1 << c;
  if (free_list[c]) {
    void *p = free_list[c];
    free_list[c] = *(void **)p;
    memset(p, 0, n);
    return p;
  }
  if (size >= 1 << 20) return omrt_reserve(size);
  if (chunk_left < size) {
    chunk = omrt_reserve(4 << 20);
    chunk_left = 4 << 20;
  }
  void *p = chunk;
  chunk += size;
  chunk_left -= size;
  return p;
}

void omrt_free(void *p, size_t n) {
  if (!p) return;
  int c = size_class(n);
  *(void **)p = free_list[c];
  free_list[c] = p;
}

/* ---- formatting ---- */

struct sink {
  char *out;
  size_t cap, len;
};
static void put(struct sink *s, char c) {
  if (s->len + 1 < s->cap) s->out[s->len] = c;
  s->len++;
}
static void put_number(struct sink *s, unsigned long v, unsigned base, bool negative, int width, char pad) {
  char tmp[24];
  int n = 0;
  do tmp[n++] = "0123456789abcdef"[v % base];
  while (v /= base);
  if (negative) tmp[n++] = '-';
  for (int i = n; i < width; i++) put(s, pad);
  while (n) put(s, tmp[--n]);
}

int omrt_vfmt(char *out, size_t cap, const char *fmt, va_list ap) {
  struct sink s = {out, cap, 0};
  for (; *fmt; fmt++) {
    if (*fmt != '%') {
      put(&s, *fmt);
      continue;
    }
    fmt++;
    char pad = ' ';
    int width = 0, longs = 0;
    if (*fmt == '0') pad = '0', fmt++;
    while (*fmt >= '0' && *fmt <= '9') width = width * 10 + (*fmt++ - '0');
    while (*fmt == 'l' || *fmt == 'z') longs++, fmt++;
    switch (*fmt) {
    case 'd': {
      long v = longs ? va_arg(ap, long) : va_arg(ap, int);
      put_number(&s, v < 0 ? 0ul - (unsigned long)v : (unsigned long)v, 10, v < 0, width, pad);
      break;
    }
    case 'u':
      put_number(&s, longs ? va_arg(ap, unsigned long) : va_arg(ap, unsigned), 10, false, width, pad);
      break;
    case 'x':
      put_number(&s, longs ? va_arg(ap, unsigned long) : va_arg(ap, unsigned), 16, false, width, pad);
      break;
    case 'p':
      put(&s, '0');
      put(&s, 'x');
      put_number(&s, (unsigned long)va_arg(ap, void *), 16, false, 0, pad);
      break;
    case 's': {
      const char *t = va_arg(ap, const char *);
      for (t = t ? t : "(null)"; *t; t++) put(&s, *t);
      break;
    }
    case 'c': put(&s, (char)va_arg(ap, int)); break;
    case 0: fmt--; break;
    default: put(&s, *fmt);
    }
  }
  if (cap) s.out[s.len < cap ? s.len : cap - 1] = 0;
  return (int)(s.len < cap ? s.len : cap ? cap - 1 : 0);
}

int omrt_fmt(char *out, size_t cap, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  int n = omrt_vfmt(out, cap, fmt, ap);
  va_end(ap);
  return n;
}

static void say(const char *fmt, va_list ap) {
  char line[512] = "omen: ";
  int n = 6 + omrt_vfmt(line + 6, sizeof line - 7, fmt, ap);
  line[n++] = '\n';
  OMRT_SYS3(SYS_write, 2, line, n);
}

void omrt_say(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  say(fmt, ap);
  va_end(ap);
}

void omrt_fatal(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  say(fmt, ap);
  va_end(ap);
  omrt_out_flush(&omrt_outcome);
  for (;;) OMRT_SYS1(SYS_exit_group, 125);
}

/* ---- files of the recording ---- */

struct omrt_out omrt_outcome;
#define OUT_CAP (256 << 10)
#define OUR_FIRST_FD 180

void omrt_out_open(struct omrt_out *o, const char *name) {
  char path[600];
  omrt_fmt(path, sizeof path, "%s/%s", omrt_config->dir, name);
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) omrt_fatal("cannot write %s (error %ld)", path, -fd);
  long high = OMRT_SYS3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, OUR_FIRST_FD);
  if (high >= 0) {
    OMRT_SYS1(SYS_close, fd);
    fd = high;
  }
  *o = (struct omrt_out){.fd = (int)fd, .cap = OUT_CAP, .buf = omrt_alloc(OUT_CAP)};
}

uint64_t omrt_out_room(const struct omrt_out *o) {
  struct statfs fs;
  if (OMRT_SYS2(SYS_fstatfs, o->fd, &fs) < 0 || !fs.f_blocks) return UINT64_MAX;
  return fs.f_bavail * (uint64_t)fs.f_bsize;
}

/* An error, or 0. A write beyond the limit for files would send the program a signal that it does not expect.
 */
static long refused(const struct omrt_out *o) {
  struct rlimit most;
  if (!OMRT_SYS4(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, &most) && o->written + o->used > most.rlim_cur)
    return EFBIG;
  return o->leave && omrt_out_room(o) < o->leave ? ENOSPC : 0;
}

static void say_lost(long why) {
  static bool said;
  if (!said && (why == ENOSPC || why == EDQUOT || why == EFBIG))
    omrt_say("no room is left for the recording (error %ld): what comes now is not in it", why);
  else if (!said)
    omrt_say("the recording cannot be written (error %ld): what comes now is not in it", why);
  said = true;
}

void omrt_out_flush(struct omrt_out *o) {
  size_t done = 0;
  if (o->lost) { /* what is there is a beginning: no piece is missing in it */
    o->lost += o->used;
    o->used = 0;
    return;
  }
  long no = o->used ? refused(o) : 0;
  while (done < o->used) {
    long n = no ? -no : OMRT_SYS3(SYS_write, o->fd, o->buf + done, o->used - done);
    if (n == -EINTR) continue;
    if (n <= 0) {
      say_lost(-n);
      o->lost += o->used - done;
      break;
    }
    done += (size_t)n;
  }
  o->written += done;
  o->used = 0;
}

void omrt_out_move(struct omrt_out *o, int fd) {
  for (long from = 0, n = 1; n > 0 && (uint64_t)from < o->written;) {
    n = OMRT_SYS4(SYS_sendfile, fd, o->fd, &from, o->written - (uint64_t)from);
    if (n <= 0) o->lost += o->written - (uint64_t)from;
  }
  OMRT_SYS1(SYS_close, o->fd);
  o->fd = fd;
}

void omrt_out_write(struct omrt_out *o, const void *data, size_t n) {
  if (!o->buf) return;
  const char *p = data;
  while (n) {
    size_t take = n < o->cap - o->used ? n : o->cap - o->used;
    memcpy(o->buf + o->used, p, take);
    o->used += take;
    p += take;
    n -= take;
    if (o->used == o->cap) omrt_out_flush(o);
  }
}

/* ---- the program's memory ---- */

/* The kernel reads there before it finds that there is no such `how`. (mincore would not do: it also knows
 * pages that nobody may read.) */
bool omrt_page_readable(uintptr_t addr) {
  return addr >= 4096 && OMRT_SYS4(SYS_rt_sigprocmask, -1, addr & ~4095ull, 0, 8) != -EFAULT;
}

bool omrt_readable(const void *p, uint64_t len) {
  uint64_t from = (uint64_t)p & ~4095ull, to = (uint64_t)p + len;
  if (!len) return true;
  if (!p || to < (uint64_t)p) return false;
  for (; from < to; from += 4096)
    if (!omrt_page_readable(from)) return false;
  return true;
}

/* The kernel is asked to write there, and what was there is put back. */
bool omrt_writable(const void *p, uint64_t len) {
  uint64_t at = (uint64_t)p, to = at + len;
  if (!omrt_readable(p, len)) return false;
  for (; at < to; at = (at & ~4095ull) + 4096) {
    void *word = (void *)(at & ~7ull);
    uint64_t was;
    memcpy(&was, word, sizeof was);
    if (OMRT_SYS4(SYS_rt_sigprocmask, 0, 0, word, 8)) return false;
    memcpy(word, &was, sizeof was);
  }
  return true;
}
