/* scanf and its family: where the conversions of a format were stored. */
#include "runtime/libc/library_effects.h"
#include <string.h>
#include <wchar.h>

struct conversion {
  bool skips, makes; /* %*d; %ms: a block is made, and its address stored */
  uint64_t width;    /* 0: none */
  int longs;         /* -2 hh, -1 h, 1 l, 2 ll and its kin */
  char letter;
};

static const char *sizes(const char *p, struct conversion *c) {
  for (;; p++) switch (*p) {
    case 'h': c->longs--; break;
    case 'l': c->longs++; break;
    case 'q': /* fall through */
    case 'L':
    case 'j':
    case 'z':
    case 't': c->longs = 2; break;
    case 'm': c->makes = true; break;
    default: return p;
    }
}

/* Behind a set of characters. */
static const char *set_end(const char *p) {
  if (*p == '^') p++;
  if (*p == ']') p++;
  while (*p && *p != ']') p++;
  return *p ? p + 1 : p;
}

/* Behind the %. NULL: not understood. */
static const char *parse(const char *p, struct conversion *c) {
  *c = (struct conversion){0};
  for (; *p == '*' || *p == '\'' || *p == 'I'; p++) c->skips |= *p == '*';
  for (; *p >= '0' && *p <= '9'; p++)
    if (c->width < 1u << 24) c->width = c->width * 10 + (uint64_t)(*p - '0');
  p = sizes(p, c);
  c->letter = *p;
  if (!*p || *p == '$') return NULL;
  return *p == '[' ? set_end(p + 1) : p + 1;
}

static uint64_t stored(const struct conversion *c, uint64_t p) {
  bool wide = c->longs > 0 || c->letter == 'S' || c->letter == 'C';
  if (c->makes) return 8;
  switch (c->letter) {
  case 'c':
  case 'C': return (c->width ? c->width : 1) * (wide ? sizeof(wchar_t) : 1);
  case 's':
  case 'S':
  case '[': return wide ? (wcslen((const wchar_t *)p) + 1) * sizeof(wchar_t) : strlen((const char *)p) + 1;
  case 'p': return 8;
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G': return c->longs == 2 ? 10 : c->longs == 1 ? 8 : 4;
  default: return c->longs >= 1 ? 8 : c->longs == 0 ? 4 : c->longs == -1 ? 2 : 1;
  }
}

void omrt_format_scanned(uint32_t site, const char *format, struct omrt_operands o, int64_t assigned,
                         const void *frame) {
  struct conversion c;
  uint64_t p;
  for (const char *at = format; at && (at = strchr(at, '%'));) {
    at = parse(at + 1, &c);
    if (!at || c.letter == '%' || c.skips) continue;
    if (c.letter != 'n' && --assigned < 0) return;
    if (!omrt_operand(&o, 'l', &p)) return;
    if (p) omrt_access(p, stored(&c, p), OMRT_W, site, frame);
  }
}
