/* STD text in: one event a line, THREAD|OP(OPERAND)|LOCATION.
 *
 * Nearly every line of a generated trace is made of short names with numbers (T3|r(V17)|204) that were seen
 * before: `fast_line` takes those in one sweep over the bytes, and changes nothing when it cannot.
 * `slow_line` takes everything else: new names, names of any form, blanks around fields, comments (#), empty
 * lines, CRLF, ops without an operand, and errors. Lines end in the buffer: `fill` moves an unfinished one to
 * the front before it reads on. */
#include "trace/hidden_calls.h"
#include "trace/readers.h"
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 18, LINE_MAX_BYTES = 1 << 16 };

struct std {
  struct omen_source base;
  struct omen_bytes *in;
  char *buf;
  char *p, *lim; /* unread, whole lines */
  char *end;     /* end of what was read */
  bool eof;
  uint64_t line; /* of `p`, from 1 */
};

static const struct op {
  const char *text;
  size_t len;
} ops[] = {
#define X(symbol, op, meaning) [OMEN_KIND_##symbol] = {op, sizeof(op) - 1},
#include "trace/kinds.def"
#undef X
};

/* A name that is a known PREFIX NUMBER, ended by `stop`: its number. */
static inline bool quick(const struct omen_names *n, const char **pp, char stop, uint32_t *id) {
  const char *p = *pp;
  if (n->prefix > 0) {
    if (*p != (char)n->prefix) return false;
    p++;
  }
  uint32_t d = (uint32_t)(unsigned char)*p - '0', v = d;
  if (d > 9) return false;
  p++;
  if (v) /* a leading zero stands alone */
    for (int i = 0; i < 8 && (d = (uint32_t)(unsigned char)*p - '0') <= 9; i++, p++) v = v * 10 + d;
  if (*p != stop || v >= n->direct_n || !n->direct[v]) return false;
  *id = n->direct[v] - 1;
  *pp = p + 1;
  return true;
}

static inline bool fast_line(struct std *s, struct omen_event *e) {
  const char *p = s->p;
  uint32_t thread, obj, loc, kind;
  const struct omen_names *names = s->base.names;
  if (!quick(&names[OMEN_SPACE_THREAD], &p, '|', &thread)) return false;
  enum omen_space space = OMEN_SPACE_VAR;
  if (p[1] == '(' && (*p == 'r' || *p == 'w')) {
    kind = *p == 'r' ? OMEN_KIND_READ : OMEN_KIND_WRITE;
    p += 2;
  } else if (!memcmp(p, "acq(", 4) || !memcmp(p, "rel(", 4)) { /* the buffer is padded */
    kind = *p == 'a' ? OMEN_KIND_ACQ : OMEN_KIND_REL;
    space = OMEN_SPACE_SYNC;
    p += 4;
  } else {
    return false;
  }
  if (!quick(&names[space], &p, ')', &obj) || *p != '|') return false;
  p++;
  if (!quick(&names[OMEN_SPACE_LOC], &p, '\n', &loc)) return false;
  *e = (struct omen_event){.obj = obj, .loc = loc, .thread = thread, .kind = kind};
  s->p = (char *)p;
  return true;
}

static int bad(struct std *s, struct omen_err *err, const char *what) {
  return omen_fail(err, "%s: line %llu: %s", s->base.path, (unsigned long long)s->line, what);
}

static void trim(const char **a, const char **b) {
  while (*a < *b && (**a == ' ' || **a == '\t')) ++*a;
  while (*a < *b && ((*b)[-1] == ' ' || (*b)[-1] == '\t' || (*b)[-1] == '\r')) --*b;
}

static int name(struct std *s, enum omen_space space, const char *a, const char *b, uint32_t *id,
                struct omen_err *err) {
  trim(&a, &b);
  if (a == b)
    return bad(s, err,
               space == OMEN_SPACE_THREAD ? "the thread is missing"
               : space == OMEN_SPACE_LOC  ? "the location is missing"
                                          : "the operand is missing");
  *id = omen_names_intern(&s->base.names[space], a, (size_t)(b - a), NULL);
  if (space == OMEN_SPACE_THREAD && *id >= OMEN_MAX_THREADS)
    return bad(s, err, "more threads than the engines can take (16384)");
  return 0;
}

static int find_op(const char *a, const char *b) {
  for (int k = 0; k < OMEN_KIND_COUNT; k++)
    if (ops[k].len == (size_t)(b - a) && !memcmp(ops[k].text, a, ops[k].len)) return k;
  return -1;
}

static int operand(struct std *s, struct omen_event *e, const char *a, const char *b, struct omen_err *err) {
  enum omen_space space = omen_kind_space(e->kind);
  if (space == OMEN_SPACES) return 0;
  if (omen_kind_has_source(e->kind)) {
    const char *comma = memchr(a, ',', (size_t)(b - a));
    if (!comma) return bad(s, err, "two operands are needed: (destination,source)");
    if (name(s, space, comma + 1, b, &e->aux, err)) return -1;
    b = comma;
  }
  return name(s, space, a, b, &e->obj, err);
}

/* The operand ends at the first ')' that a '|' follows, so that neither may confuse an operand or a location.
 */
static const char *operand_end(const char *p, const char *end, const char **bar) {
  for (; p < end; p++) {
    if (*p != ')') continue;
    const char *q = p + 1;
    while (q < end && (*q == ' ' || *q == '\t')) q++;
    if (q < end && *q == '|') {
      *bar = q;
      return p;
    }
  }
  return NULL;
}

/* The line [a, b): 1 an event, 0 none, -1 error. */
static int parse(struct std *s, const char *a, const char *b, struct omen_event *e, struct omen_err *err) {
  trim(&a, &b);
  if (a == b || *a == '#') return 0;
  const char *bar = memchr(a, '|', (size_t)(b - a));
  if (!bar) return bad(s, err, "not an event: THREAD|OP(OPERAND)|LOCATION expected");
  const char *last = memrchr(bar, '|', (size_t)(b - bar));
  const char *oa = bar + 1, *ob = bar + 1;
  while (ob < b && *ob != '(' && *ob != '|') ob++;
  const char *close = NULL, *open = ob < b && *ob == '(' ? ob : NULL;
  if (open) {
    close = operand_end(open + 1, b, &last);
    if (!close) return bad(s, err, "')' and '|' and a location expected after the operand");
  } else if (last == bar) {
    return bad(s, err, "not an event: THREAD|OP(OPERAND)|LOCATION expected");
  } else {
    last = ob;
  }
  const char *ta = oa, *tb = ob;
  trim(&ta, &tb);
  int k = find_op(ta, tb);
  if (k < 0) return bad(s, err, "unknown operation: r, w, acq, rel, fork, join, begin, end, ... expected");
  if (!open && !omen_kind_is_noop((unsigned)k)) return bad(s, err, "the operation needs an operand");
  uint32_t thread, loc;
  *e = (struct omen_event){.kind = (uint8_t)k};
  if (name(s, OMEN_SPACE_THREAD, a, bar, &thread, err)) return -1;
  if (open && operand(s, e, open + 1, close, err)) return -1;
  if (name(s, OMEN_SPACE_LOC, last + 1, b, &loc, err)) return -1;
  e->thread = thread;
  e->loc = loc;
  return 1;
}

static int slow_line(struct std *s, struct omen_event *e, struct omen_err *err) {
  char *nl = memchr(s->p, '\n', (size_t)(s->lim - s->p));
  int r = parse(s, s->p, nl, e, err);
  s->p = nl + 1;
  return r;
}

/* More whole lines: 1 when there are, 0 at the end, -1 error. */
static int fill(struct std *s, struct omen_err *err) {
  size_t rest = (size_t)(s->end - s->p);
  if (rest) memmove(s->buf, s->p, rest);
  s->p = s->lim = s->buf;
  s->end = s->buf + rest;
  while (!s->eof) {
    if (s->end - s->buf > LINE_MAX_BYTES && s->lim == s->buf)
      return bad(s, err, "the line is longer than 65536 bytes");
    size_t room = (size_t)(s->buf + BUFFER - s->end);
    long n = omen_bytes_read(s->in, s->end, room, err);
    if (n < 0) return -1;
    char *old = s->end;
    s->end += n;
    s->base.bytes += (uint64_t)n;
    if (!n) {
      s->eof = true;
      if (s->end > s->buf && s->end[-1] != '\n') *s->end++ = '\n';
      s->lim = s->end;
      break;
    }
    char *nl = memrchr(old, '\n', (size_t)n);
    if (nl) {
      s->lim = nl + 1;
      break;
    }
  }
  memset(s->end, 0, 8);
  return s->lim > s->p;
}

static long std_read(struct omen_source *base, struct omen_event *ev, size_t cap, struct omen_err *err) {
  struct std *s = (struct std *)base;
  size_t n = 0;
  while (n < cap) {
    if (s->p == s->lim) {
      int r = fill(s, err);
      if (r < 0) return -1;
      if (!r) break;
    }
    if (fast_line(s, &ev[n])) {
      n++;
      s->line++;
      continue;
    }
    int r = slow_line(s, &ev[n], err);
    if (r < 0) return -1;
    n += (size_t)r;
    s->line++;
  }
  return (long)n;
}

static int std_rewind(struct omen_source *base, struct omen_err *err) {
  struct std *s = (struct std *)base;
  omen_bytes_rewind(s->in);
  s->p = s->lim = s->end = s->buf;
  s->eof = false;
  s->line = 1;
  base->bytes = 0;
  return 0;
}

/* Only for error messages: reads the file again, up to the event, to count its lines. */
static void std_where(struct omen_source *base, uint64_t event, char *text, size_t n) {
  struct std *s = (struct std *)base;
  struct omen_event e;
  std_rewind(base, NULL);
  for (uint64_t i = 0; i <= event;) {
    if (s->p == s->lim && fill(s, NULL) <= 0) break;
    int r = slow_line(s, &e, NULL);
    if (r < 0) break;
    i += (uint64_t)r;
    s->line++;
  }
  snprintf(text, n, "line %llu", (unsigned long long)s->line - 1);
}

static void std_close(struct omen_source *base) {
  struct std *s = (struct std *)base;
  omen_bytes_close(s->in);
  free(s->buf);
  free(s);
}

static const struct omen_source_ops std_ops = {std_read, std_rewind, std_where, std_close};

/* Most traces have no hidden calls, and need not be read for them. */
static bool mentions_hidden(struct std *s) {
  static const char word[] = "hide";
  size_t kept = 0;
  struct omen_err unused;
  bool found = false;
  for (long n; !found && (n = omen_bytes_read(s->in, s->buf + kept, BUFFER - kept, &unused)) > 0;) {
    size_t all = kept + (size_t)n;
    found = memmem(s->buf, all, word, sizeof word - 1) != NULL;
    kept = all < sizeof word - 2 ? all : sizeof word - 2;
    memmove(s->buf, s->buf + all - kept, kept);
  }
  return found;
}

struct omen_source *omen_std_open(struct omen_bytes *in, unsigned flags, struct omen_err *err) {
  struct std *s = omen_xcalloc(1, sizeof *s);
  omen_source_init(&s->base, &std_ops, OMEN_FORMAT_STD, in->path, flags);
  s->in = in;
  s->base.bytes_total = in->size;
  s->buf = omen_xmalloc(BUFFER + 64);
  bool hidden = mentions_hidden(s);
  std_rewind(&s->base, err);
  struct omen_err why = {0};
  if (hidden) s->base.hidden = omen_hidden_calls_new(&s->base, &why);
  if (!why.msg[0]) return &s->base;
  omen_fail(err, "%s", why.msg);
  omen_source_close(&s->base);
  return NULL;
}
