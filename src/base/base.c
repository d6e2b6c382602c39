/* Errors, allocation, buffers, time and progress: see base.h. */
#include "base/base.h"
#include "base/printable.h"
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

int omen_fail(struct omen_err *err, const char *fmt, ...) {
  if (err) {
    va_list ap;
    va_start(ap, fmt);
    char tmp[sizeof err->msg]; /* arguments may point into err->msg itself */
    vsnprintf(tmp, sizeof tmp, fmt, ap);
    va_end(ap);
    memcpy(err->msg, tmp, sizeof tmp);
  }
  return -1;
}

static void say(const char *prefix, const char *fmt, va_list ap) {
  fflush(stdout);
  char text[4096];
  struct omen_buf shown = {0};
  int n = vsnprintf(text, sizeof text, fmt, ap);
  omen_buf_add_printable(&shown, text, n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
  fprintf(stderr, "%s%s\n", prefix, shown.data ? shown.data : "");
  omen_buf_release(&shown);
}

void omen_die(int code, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  say("omen: ", fmt, ap);
  va_end(ap);
  exit(code);
}

void omen_say(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  say("omen: ", fmt, ap);
  va_end(ap);
}

void omen_warn(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  say("omen: warning: ", fmt, ap);
  va_end(ap);
}

void omen_bug(const char *file, int line, const char *fmt, ...) {
  fprintf(stderr, "omen: internal error at %s:%d: ", file, line);
  va_list ap;
  va_start(ap, fmt);
  say("", fmt, ap);
  va_end(ap);
  exit(OMEN_EXIT_FAILED);
}

static void *need(void *p) {
  if (!p) omen_die(OMEN_EXIT_FAILED, "out of memory");
  return p;
}
void *omen_xmalloc(size_t n) { return need(malloc(n ? n : 1)); }
void *omen_xcalloc(size_t n, size_t size) { return need(calloc(n ? n : 1, size ? size : 1)); }
void *omen_xrealloc(void *p, size_t n) { return need(realloc(p, n ? n : 1)); }
char *omen_xstrdup(const char *s) { return need(strdup(s)); }
char *omen_xstrndup(const char *s, size_t n) { return need(strndup(s, n)); }

char *omen_format(const char *fmt, ...) {
  char *s = NULL;
  va_list ap;
  va_start(ap, fmt);
  if (vasprintf(&s, fmt, ap) < 0) s = NULL;
  va_end(ap);
  return need(s);
}

void omen_buf_release(struct omen_buf *b) {
  free(b->data);
  *b = (struct omen_buf){0};
}

static void reserve(struct omen_buf *b, size_t more) {
  if (b->len + more + 1 <= b->cap) return;
  size_t cap = b->cap ? b->cap : 64;
  while (cap < b->len + more + 1) cap *= 2;
  b->data = omen_xrealloc(b->data, cap);
  b->cap = cap;
}

void omen_buf_add(struct omen_buf *b, const void *data, size_t n) {
  reserve(b, n);
  if (n) memcpy(b->data + b->len, data, n);
  b->len += n;
  b->data[b->len] = 0;
}

void omen_buf_adds(struct omen_buf *b, const char *s) { omen_buf_add(b, s, strlen(s)); }

void omen_buf_addf(struct omen_buf *b, const char *fmt, ...) {
  va_list ap, again;
  va_start(ap, fmt);
  va_copy(again, ap);
  int n = vsnprintf(NULL, 0, fmt, ap);
  va_end(ap);
  if (n > 0) {
    reserve(b, (size_t)n);
    vsnprintf(b->data + b->len, (size_t)n + 1, fmt, again);
    b->len += (size_t)n;
  }
  va_end(again);
}

double omen_now(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

double omen_spent(bool children) {
  struct rusage u;
  getrusage(children ? RUSAGE_CHILDREN : RUSAGE_SELF, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

double omen_work(void) { return omen_spent(false) + omen_spent(true); }

static bool is_printable(const char *text) {
  for (size_t n; *text; text += n)
    if (!(n = omen_printable(text, strlen(text))) || *text == '\n') return false;
  return true;
}

/* $'...', which bash, zsh, ksh and busybox understand: nothing of it reaches a terminal as it is. */
static char *in_escapes(const char *text) {
  struct omen_buf out = {0};
  omen_buf_adds(&out, "$'");
  for (; *text; text++)
    if (*text == '\'' || *text == '\\')
      omen_buf_addf(&out, "\\%c", *text);
    else if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7f)
      omen_buf_addf(&out, "\\%03o", (unsigned char)*text);
    else
      omen_buf_addf(&out, "%c", *text);
  omen_buf_adds(&out, "'");
  return out.data;
}

char *omen_shell_word(const char *text) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_";
  if (*text && strspn(text, plain) == strlen(text)) return omen_xstrdup(text);
  struct omen_buf out = {0};
  if (!is_printable(text)) return in_escapes(text);
  omen_buf_adds(&out, "'");
  for (; *text; text++)
    if (*text == '\'')
      omen_buf_adds(&out, "'\\''");
    else
      omen_buf_addf(&out, "%c", *text);
  omen_buf_adds(&out, "'");
  return out.data;
}

void omen_progress_start(struct omen_progress *p, const char *what, bool quiet) {
  *p = (struct omen_progress){.what = what, .start = omen_now(), .terminal = isatty(2), .after = 2};
  const char *forced = getenv("OMEN_PROGRESS");
  p->on = !quiet && (p->terminal || forced);
  if (forced && *forced >= '0' && *forced <= '9') p->after = atof(forced);
}

static bool due(const struct omen_progress *p) {
  double now = omen_now();
  return p->on && now - p->start >= p->after && now - p->shown >= (p->terminal ? 0.2 : 5);
}

void omen_progress_say(struct omen_progress *p, const char *text) {
  if (!due(p)) return;
  p->shown = omen_now();
  p->visible = p->terminal;
  struct omen_buf shown = {0};
  omen_buf_add_printable(&shown, text, strlen(text));
  fprintf(stderr, p->terminal ? "\r\033[K%s: %s" : "omen: %s: %s\n", p->what, shown.data ? shown.data : "");
  omen_buf_release(&shown);
  fflush(stderr);
}

/* "23.6 M" */
static const char *short_number(double v, char text[32]) {
  const char *unit = v >= 1e6 ? " M" : v >= 1e4 ? " k" : "";
  double shown = v >= 1e6 ? v / 1e6 : v >= 1e4 ? v / 1e3 : v;
  snprintf(text, 32, "%.*f%s", shown < 100, shown, unit);
  return text;
}

void omen_progress_step(struct omen_progress *p, uint64_t done, uint64_t total, const char *unit) {
  if (!due(p)) return;
  double took = omen_now() - p->start, rate = (double)done / took;
  char text[160], fast[32];
  short_number(rate, fast);
  if (total && done && done <= total)
    snprintf(text, sizeof text, "%.0f%%, %s %s/s, %.0f s left", 100.0 * (double)done / (double)total, fast,
             unit, (double)(total - done) / rate);
  else
    snprintf(text, sizeof text, "%llu %s, %s/s, %.0f s", (unsigned long long)done, unit, fast, took);
  omen_progress_say(p, text);
}

void omen_progress_urge(struct omen_progress *p) {
  if (p->terminal) p->after = p->shown = 0;
}

void omen_progress_end(struct omen_progress *p) {
  if (p->visible) fputs("\r\033[K", stderr);
  p->visible = false;
}
