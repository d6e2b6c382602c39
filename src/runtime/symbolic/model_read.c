/* Bytes that a stream gives: first what its buffer held, then what arrived during the call (input.h). libc's
 * own copying is not followed. */
#include "runtime/rt.h"
#include "runtime/symbolic/input.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/may_read.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/store.h"
#include <stdio.h>
#include <string.h>

struct omrt_reading {
  struct omrt_input_notes notes;
  uint64_t held, size; /* bytes of the buffer that are kept; all of this */
  uint64_t all;        /* bytes that the buffer had */
  const void *file;    /* FILE, or a streambuf of C++ */
  bool cxx;
  char *text; /* omrt_model_read_text: so many bytes */
  uint64_t text_size;
  struct {
    uint32_t e;
    char c;
  } byte[];
};

/* What a stream has read and not given yet. */
struct window {
  const char *first, *next, *end;
};
static struct window window_of(const void *file, bool cxx) {
  struct window w;
  const FILE *f = file;
  if (cxx) /* behind its table of functions */
    memcpy(&w, (const char *)file + sizeof(void *), sizeof w);
  else
    w = (struct window){f->_IO_read_base, f->_IO_read_ptr, f->_IO_read_end};
  return w;
}
static uint64_t held_by(struct window w) { return w.next < w.end ? (uint64_t)(w.end - w.next) : 0; }

static struct omrt_reading *begin(void *file, bool cxx, uint64_t most) {
  struct window w = window_of(file, cxx);
  uint64_t held = held_by(w), n = held < most ? held : most;
  uint64_t size = sizeof(struct omrt_reading) + n * sizeof(((struct omrt_reading *)0)->byte[0]);
  struct omrt_reading *r = omrt_alloc(size);
  bool any = omrt_shade_any(w.next, n);
  *r = (struct omrt_reading){.held = n, .size = size, .all = held, .file = file, .cxx = cxx};
  for (uint64_t i = 0; i < n; i++) {
    r->byte[i].c = w.next[i];
    r->byte[i].e = any ? omrt_shade_byte(w.next + i) : 0;
  }
  omrt_input_note(&r->notes);
  return r;
}

/* Over memory, or a program's own functions (fmemopen, fopencookie): what comes through it is not noted. */
static bool is_no_file(const void *file) { return ((const FILE *)file)->_fileno < 0; }

struct omrt_reading *omrt_model_read_begin(void *file, uint64_t most) {
  if (is_no_file(file) && omrt_reach_any()) omrt_outward_unseen("reads a stream that is no file");
  return begin(file, false, most);
}
struct omrt_reading *omrt_model_read_begin_cxx(void *buffer) { return begin(buffer, true, UINT64_MAX); }

static uint64_t came(const struct omrt_reading *r) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < r->notes.n; i++) n += r->notes.part[i].len;
  return n;
}

/* What came from elsewhere (a pipe of the program's) is in the buffer, if that was filled once. */
static const char *refilled(const struct omrt_reading *r, uint64_t at) {
  struct window w = window_of(r->file, r->cxx);
  const char *p = w.first + (at - r->held);
  return at >= r->held && !r->notes.n && p < w.next ? p : NULL;
}

uint32_t omrt_model_read_byte(struct omrt_reading *r, uint64_t at) {
  if (at < r->held) return r->byte[at].e;
  const char *p = refilled(r, at);
  return p ? omrt_shade_byte(p) : omrt_input_noted(&r->notes, at - r->held);
}

void omrt_model_read_end(struct omrt_reading *r, const void *to, uint64_t n) {
  omrt_input_stop(&r->notes);
  for (uint64_t i = 0; to && i < n; i++) {
    bool known = i < r->held || i - r->held < came(r) || refilled(r, i);
    if (known) omrt_shade_put((const char *)to + i, 1, omrt_model_read_byte(r, i));
  } /* what is not known went there without a buffer, and its expressions with it */
  if (r->text) {
    omrt_shade_clear(r->text, r->text_size);
    omrt_free(r->text, r->text_size);
  }
  omrt_free(r, r->size);
}

uint64_t omrt_model_read_taken(const struct omrt_reading *r, const void *file, uint64_t least,
                               uint64_t most) {
  uint64_t n = r->all + came(r) - held_by(window_of(file, r->cxx));
  return n >= least && n <= most ? n : least;
}

/* The byte that came as number `at`. Where the buffer is gone (it was filled again, or the end was met) the
 * expression has its value, if it has one. */
static bool byte_that_came(struct omrt_reading *r, struct window w, uint64_t at, uint64_t more, char *c) {
  uint32_t e = omrt_model_read_byte(r, r->held + at);
  bool there = (uint64_t)(w.end - w.first) == more;
  if (there || e) *c = there ? w.first[at] : (char)omrt_expr_value(e);
  return there || e;
}

/* What was held, and what came. All of it, also what is not taken yet: a conversion looked at the next
 * character. */
const char *omrt_model_read_text(struct omrt_reading *r, const void *file, const char **end) {
  struct window w = window_of(file, r->cxx);
  uint64_t more = came(r);
  r->text_size = r->held + more + 2;
  r->text = omrt_alloc(r->text_size);
  *end = r->text + r->held + more;
  for (uint64_t i = 0; i < r->held + more; i++) {
    if (i < r->held)
      r->text[i] = r->byte[i].c;
    else if (!byte_that_came(r, w, i - r->held, more, &r->text[i]))
      return NULL;
    uint32_t e = omrt_model_read_byte(r, i);
    if (e) omrt_shade_put(r->text + i, 1, e);
  }
  return r->text;
}

void omrt_model_line(const struct omrt_model *m, const char *s, uint64_t n, char end) {
  if (!omrt_shade_any(s, n)) return;
  for (uint64_t i = 0; i < n; i++)
    omrt_model_branch(m, omrt_expr_is_const(omrt_model_byte(s + i), (uint8_t)end));
}
