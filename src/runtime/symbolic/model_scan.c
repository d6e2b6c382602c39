/* scanf and its family: the format is followed through the text once more, as far as libc got. */
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct scan {
  const struct omrt_model *m;
  const char *p;   /* in the text */
  const char *end; /* of a stream, where zeros are characters; NULL: a string */
  va_list ap;
  int left; /* assignments that libc made and that did not come yet */
};
struct directive {
  bool drops; /* * */
  uint64_t width;
  int longs;
  char letter;
  const char *set, *set_end; /* of %[ */
};

static bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Blanks are skipped; where they end is a branch. */
static void skip(struct scan *s) {
  for (;; s->p++) {
    omrt_model_branch(s->m, omrt_model_space(omrt_model_byte(s->p)));
    if (!blank(*s->p)) return;
  }
}

/* Nothing there that fits: the end, or something else; the result tells which. */
static bool fails(struct scan *s) {
  if (!s->end) omrt_model_branch(s->m, omrt_expr_is_const(omrt_model_byte(s->p), 0));
  return false;
}

static const char *parse(const char *p, struct directive *d) {
  *d = (struct directive){.width = SIZE_MAX};
  if (*p == '*') d->drops = true, p++;
  if (isdigit((unsigned char)*p)) d->width = strtoul(p, (char **)&p, 10);
  for (; *p && strchr("hlqjztLm", *p); p++) {
    if (*p == 'm') return NULL; /* allocates */
    d->longs += *p == 'h' ? -1 : *p == 'l' ? 1 : 2;
  }
  d->letter = *p;
  if (!*p || *p++ != '[') return *p || d->letter ? p : NULL;
  d->set = p;
  if (*p == '^') p++;
  if (*p == ']') p++;
  while (*p && *p != ']') p++;
  d->set_end = p;
  return *p ? p + 1 : NULL;
}

/* ---- conversions: each moves s->p behind what it took. False: it took nothing. ---- */

static uint64_t size_of(const struct directive *d) {
  return d->longs >= 1 ? 8 : d->longs == 0 ? 4 : d->longs == -1 ? 2 : 1;
}

static int base_of(char letter) {
  return letter == 'x' || letter == 'X' ? 16 : letter == 'o' ? 8 : letter == 'i' ? 0 : 10;
}

/* How many characters a number has that libc would take. */
static uint64_t number_length(const char *s, int base, uint64_t width) {
  uint64_t n = 0;
  if (n < width && (s[n] == '-' || s[n] == '+')) n++;
  if ((base == 16 || base == 0) && n + 1 < width && s[n] == '0' && (s[n + 1] | 0x20) == 'x') {
    n += 2;
    base = 16;
  } else if (base == 0) {
    base = s[n] == '0' ? 8 : 10;
  }
  for (; n < width; n++) {
    int v = isdigit((unsigned char)s[n])   ? s[n] - '0'
            : isalpha((unsigned char)s[n]) ? (s[n] | 0x20) - 'a' + 10
                                           : 99;
    if (v >= base) break;
  }
  return n;
}

static bool number(struct scan *s, const struct directive *d) {
  skip(s);
  int base = base_of(d->letter);
  uint64_t n = number_length(s->p, base, d->width), size = size_of(d);
  struct omrt_number how = {base, (uint32_t)size * 8, d->width};
  uint32_t e = omrt_model_number(s->m, s->p, n, how);
  if (!n) return fails(s);
  s->p += n;
  if (d->drops) return true;
  omrt_shade_put(va_arg(s->ap, void *), size, e);
  return true;
}

/* Is x in the set: one condition. A hyphen between two characters means all of them. */
static uint32_t of_set(const struct directive *d, uint32_t x) {
  bool others = *d->set == '^';
  const char *first = d->set + others;
  uint32_t e = omrt_expr_const(1, 0);
  for (const char *p = first; p < d->set_end; p++) {
    bool range = p > first && *p == '-' && p + 1 < d->set_end;
    e = omrt_expr_or(e, range ? omrt_model_between(x, (uint8_t)p[-1], (uint8_t)p[1])
                              : omrt_expr_is_const(x, (uint8_t)*p));
  }
  return others ? omrt_expr_not(e) : e;
}
static bool in_set(const struct directive *d, char c) {
  return omrt_expr_value(of_set(d, omrt_expr_const(8, (uint8_t)c)));
}

/* Characters into memory: %c takes so many, %s and %[ as long as they are of their kind. */
static bool characters(struct scan *s, const struct directive *d) {
  uint64_t n = 0, most = d->letter == 'c' && d->width == SIZE_MAX ? 1 : d->width;
  if (d->letter == 's') skip(s);
  for (; n < most; n++) {
    if (s->end && s->p + n >= s->end) break;
    uint32_t x = omrt_model_byte(s->p + n);
    bool over = !s->end && !s->p[n],
         takes = d->letter == 'c' || (d->letter == 's' ? !blank(s->p[n]) : in_set(d, s->p[n]));
    if (d->letter == 's') omrt_model_branch(s->m, omrt_model_space(x));
    if (d->letter == '[') omrt_model_branch(s->m, of_set(d, x));
    if (!s->end) omrt_model_branch(s->m, omrt_expr_is_const(x, 0));
    if (over || !takes) break;
  }
  if (!n) return false;
  if (!d->drops) {
    char *to = va_arg(s->ap, char *);
    omrt_shade_copy(to, s->p, n);
    if (d->letter != 'c') omrt_shade_clear(to + n, 1);
  }
  s->p += n;
  return true;
}

static bool real(struct scan *s, const struct directive *d) {
  char *end;
  skip(s);
  strtod(s->p, &end);
  uint64_t n = (uint64_t)(end - s->p);
  if (n > d->width) n = d->width;
  omrt_model_lose(s->m, s->p, n + 1, "becomes a floating-point number");
  if (!n) return fails(s);
  s->p += n;
  if (!d->drops) omrt_shade_clear(va_arg(s->ap, void *), d->longs >= 1 ? 16 : 4);
  return true;
}

static bool convert(struct scan *s, const struct directive *d) {
  switch (d->letter) {
  case 'd':
  case 'i':
  case 'u':
  case 'x':
  case 'X':
  case 'o': return number(s, d);
  case 'c':
  case 's':
  case '[': return d->longs <= 0 && characters(s, d);
  case 'e':
  case 'f':
  case 'g':
  case 'a': return real(s, d);
  case 'n':
    if (!d->drops) omrt_shade_clear(va_arg(s->ap, void *), size_of(d));
    s->left += !d->drops; /* it does not count */
    return true;
  default: return false;
  }
}

static bool literal(struct scan *s, char c) {
  omrt_model_branch(s->m, omrt_expr_is_const(omrt_model_byte(s->p), (uint8_t)c));
  if (*s->p != c) return fails(s);
  s->p++;
  return true;
}

/* %p, %ls, %ms and whatever else there is: libc knows it, and nobody here. */
static bool understood(const struct directive *d) {
  bool text = d->letter && strchr("cs[", d->letter);
  return d->letter && strchr("diuxXocs[efgan", d->letter) && !(text && d->longs > 0);
}

void omrt_model_scan(const struct omrt_model *m, const char *text, const char *end, const char *format,
                     va_list ap, int n) {
  struct scan s = {.m = m, .p = text, .end = end, .left = n < 0 ? 0 : n};
  struct directive d;
  if (format) omrt_model_lose(m, format, strlen(format) + 1, "is a format");
  if (!omrt_shade_any(text, end ? (uint64_t)(end - text) : strlen(text) + 1)) return;
  va_copy(s.ap, ap);
  for (const char *p = format; p && *p;) {
    if (blank(*p)) {
      skip(&s);
      p++;
    } else if (*p != '%' || p[1] == '%') {
      if (*p == '%') skip(&s), p++;
      if (!literal(&s, *p++)) break;
    } else {
      p = parse(p + 1, &d);
      bool assigns = p && !d.drops && d.letter != 'n';
      if (!p || !understood(&d) || (assigns && !s.left && !strchr("diuxXocs[", d.letter))) {
        omrt_model_unknown(m, "a conversion that is not followed");
        break;
      }
      if (assigns && !s.left) d.drops = true; /* libc went no further than looking */
      if (!convert(&s, &d) || (assigns && !s.left--)) break;
    }
  }
  va_end(s.ap);
}
