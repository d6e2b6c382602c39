/* Carrying out the texts: see library_effects.h. */
#include "runtime/libc/library_effects.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <wchar.h>

enum { ARGS = 24, PAGE = 4096, IOVECS = 1024 };
struct effects {
  const char *text; /* what is left of it */
  const uint64_t *arg;
  uint32_t n, site;
  uint64_t before;
  int64_t result;
  const void *frame;
};

OMEN_API uint64_t __omen_effects(uint32_t site, const char *text, uint64_t before, uint64_t result,
                                 uint32_t n, ...);

OMEN_API void __omen_call_begins(uint32_t site);
void __omen_call_begins(uint32_t site) { OMRT_CALL_BEGINS(); }

static uint64_t argument(struct effects *e) {
  uint32_t k = (uint32_t)(*e->text++ - '0');
  return k < e->n ? e->arg[k] : 0;
}

static uint64_t number(struct effects *e) {
  uint64_t n = 0;
  while (*e->text >= '0' && *e->text <= '9') n = n * 10 + (uint64_t)(*e->text++ - '0');
  return n;
}

static uint64_t times(uint64_t a, uint64_t b) {
  uint64_t n;
  return __builtin_mul_overflow(a, b, &n) ? 0 : n;
}

static uint64_t units(struct effects *e, uint64_t n) {
  if (*e->text != '*') return n;
  e->text++;
  return times(n, number(e));
}

static uint64_t by_result(struct effects *e) {
  uint64_t n = e->result > 0 ? (uint64_t)e->result : 0;
  if (*e->text == '+' && n) n++;
  if (*e->text == '.') {
    e->text++;
    return times(n, argument(e));
  }
  return units(e, n);
}

static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t string_within(const char *s, uint64_t most) {
  uint64_t n = strnlen(s, most);
  return n < most ? n + 1 : n;
}
static uint64_t wide_within(const wchar_t *s, uint64_t most) {
  uint64_t n = wcsnlen(s, most);
  return (n < most ? n + 1 : n) * sizeof *s;
}

/* A conversion looks at what ends it, too. */
static uint64_t number_at(const char *s, int base) {
  char *stop;
  strtoll(s, &stop, base);
  return (uint64_t)(stop - s) + 1;
}
static uint64_t fraction_at(const char *s) {
  char *stop;
  strtod(s, &stop);
  return (uint64_t)(stop - s) + 1;
}

static uint64_t of_family(uint64_t family) { return family == AF_INET ? 4 : family == AF_INET6 ? 16 : 0; }
static uint32_t pointed_to(uint64_t p) { return p ? *(uint32_t *)p : 0; }

static uint64_t string_length(struct effects *e, char how, uint64_t p) {
  const char *s = (const char *)p;
  switch (how) {
  case 'z': return omrt_page_readable(p) ? strlen(s) + 1 : 0;
  case 'n': return string_within(s, argument(e));
  case 'W': return (wcslen((const wchar_t *)p) + 1) * sizeof(wchar_t);
  case 'N': return wide_within((const wchar_t *)p, argument(e));
  case 'd': return number_at(s, *e->text >= '0' && *e->text <= '9' ? (int)argument(e) : 10);
  case 'D': return fraction_at(s);
  default: return strlen(s) + 1;
  }
}

static uint64_t length(struct effects *e, char how, uint64_t p) {
  uint64_t n, result = (uint64_t)e->result;
  switch (how) {
  case '#': return number(e);
  case '=': n = argument(e); return units(e, n);
  case 'x': n = argument(e); return times(n, argument(e));
  case '$': return by_result(e);
  case '<': n = argument(e); return units(e, e->result < 0 ? 0 : smaller(result + 1, n));
  case 'e': return result - p + 1;
  case 'E': return result ? result - p + 1 : strlen((const char *)p) + 1;
  case '^': n = argument(e); return result ? result - e->arg[0] : n;
  case '@': return pointed_to(argument(e));
  case 'L': return smaller(e->before, pointed_to(argument(e)));
  case 'h': return of_family(argument(e));
  case 'g': return (argument(e) + PAGE - 1) / PAGE;
  default: return string_length(e, how, p);
  }
}

static void touch(const struct effects *e, uint64_t p, uint64_t n, char op) {
  if (p && n)
    omrt_access(p, n, op == 'w' ? OMRT_W : OMRT_R, op == 'w' ? e->site : e->site | OMEN_SITE_AHEAD, e->frame);
}

/* ---- what is not one piece ---- */

static void vectors(const struct effects *e, const struct iovec *v, uint64_t n, char op) {
  uint64_t left = op == 'w' ? (e->result > 0 ? (uint64_t)e->result : 0) : UINT64_MAX;
  if (n > IOVECS) return; /* the call fails */
  for (uint64_t i = 0; i < n && left; i++) {
    touch(e, (uint64_t)v[i].iov_base, smaller(v[i].iov_len, left), op);
    left -= smaller(v[i].iov_len, left);
  }
}

static void answers(const struct effects *e, uint64_t p, uint64_t n) {
  for (uint64_t i = 0; i < n && n <= 1u << 20; i++) touch(e, p + i * 8 + 6, 2, 'w');
}

static void through(struct effects *e, char how, uint64_t p) {
  uint64_t to = *(uint64_t *)p, n;
  switch (how) {
  case 'l':
    if (e->result > 0) touch(e, to, (uint64_t)e->result + 1, 'w');
    break;
  case 'P':
    n = argument(e);
    if (n) touch(e, to, *(uint64_t *)n, 'r');
    break;
  default:
    if (to > e->before && e->before) touch(e, e->before, to - e->before, 'w');
  }
}

static void format(struct effects *e, char how, uint64_t p) {
  uint32_t k = (uint32_t)(*e->text - '0');
  uint64_t list = argument(e);
  va_list ap;
  struct omrt_operands o = {NULL, e->arg + k, e->arg + e->n};
  bool listed = how == 'f' || how == 'A';
  if (k > e->n || (listed && !list)) return;
  if (listed) {
    va_copy(ap, *(va_list *)list);
    o = (struct omrt_operands){&ap, NULL, NULL};
  }
  if (how == 'f' || how == 'F')
    omrt_format_printed(e->site | OMEN_SITE_AHEAD, (const char *)p, o, e->frame);
  else
    omrt_format_scanned(e->site, (const char *)p, o, e->result, e->frame);
  if (listed) va_end(ap);
}

static bool pieces(struct effects *e, char op, char how, uint64_t p) {
  const struct msghdr *m = (const struct msghdr *)p;
  switch (how) {
  case 'v': vectors(e, (const struct iovec *)p, argument(e), op); return true;
  case 'm': vectors(e, m->msg_iov, m->msg_iovlen, op); return true;
  case 'p': answers(e, p, argument(e)); return true;
  case 'l':
  case 'P':
  case 'O': through(e, how, p); return true;
  case 'f':
  case 'F':
  case 'A':
  case 'a': format(e, how, p); return true;
  default: return false;
  }
}

/* ---- one effect after the other ---- */

static bool holds(struct effects *e, const char *condition) {
  e->text = condition + 2;
  switch (condition[1]) {
  case '0': return e->result == 0;
  case '+': return e->result >= 0;
  case 'n': return e->result > 0;
  case 'p': return e->result != 0;
  default: return (uint64_t)e->result == argument(e);
  }
}

/* Returns what is to be remembered until behind the call, or 0. */
static uint64_t effect(struct effects *e, const char *end) {
  const char *condition = memchr(e->text, '?', (size_t)(end - e->text)), *begin = e->text;
  if (condition && !holds(e, condition)) return 0;
  e->text = begin + 1;
  uint64_t p = argument(e);
  if (!p) return 0;
  if (*begin == 't') return *(uint32_t *)p;
  if (*begin == 'o') return *(uint64_t *)p;
  char how = *e->text++;
  if (!pieces(e, *begin, how, p)) touch(e, p, length(e, how, p), *begin);
  return 0;
}

uint64_t __omen_effects(uint32_t site, const char *text, uint64_t before, uint64_t result, uint32_t n, ...) {
  uint64_t args[ARGS], kept = 0;
  va_list ap;
  int error = errno; /* conversions are done once more */
  va_start(ap, n);
  if (n > ARGS) n = ARGS;
  for (uint32_t i = 0; i < n; i++) args[i] = va_arg(ap, uint64_t);
  va_end(ap);
  while (omrt_on && *text) {
    const char *end = text + strcspn(text, " ");
    struct effects e = {text, args, n, site, before, (int64_t)result, __builtin_frame_address(0)};
    uint64_t here = effect(&e, end);
    if (here) kept = here;
    text = end + (*end == ' ');
  }
  errno = error;
  return kept;
}
