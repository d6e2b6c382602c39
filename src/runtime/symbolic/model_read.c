/* Bytes that a stream gives: first what its buffer held, then what arrived during the call (input.h). libc's
 * own copying is not followed. */
#include "runtime/rt.h"
#include "runtime/symbolic/input.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"
#include <stdio.h>

struct omen_reading {
  struct omen_input_notes notes;
  uint64_t held, size; /* bytes of the buffer that are kept; all of this */
  uint64_t all;        /* bytes that the buffer had */
  const FILE *file;
  char *text; /* omen_model_read_text: so many bytes */
  uint64_t text_size;
  struct {
    uint32_t e;
    char c;
  } byte[];
};

static uint64_t held_by(const FILE *f) {
  return f->_IO_read_ptr < f->_IO_read_end ? (uint64_t)(f->_IO_read_end - f->_IO_read_ptr) : 0;
}

struct omen_reading *omen_model_read_begin(void *file, uint64_t most) {
  const FILE *f = file;
  uint64_t held = held_by(f), n = held < most ? held : most;
  uint64_t size = sizeof(struct omen_reading) + n * sizeof(((struct omen_reading *)0)->byte[0]);
  struct omen_reading *r = omen_alloc(size);
  bool any = omen_shade_any(f->_IO_read_ptr, n);
  *r = (struct omen_reading){.held = n, .size = size, .all = held, .file = f};
  for (uint64_t i = 0; i < n; i++) {
    r->byte[i].c = f->_IO_read_ptr[i];
    r->byte[i].e = any ? omen_shade_byte(f->_IO_read_ptr + i) : 0;
  }
  omen_input_note(&r->notes);
  return r;
}

static uint64_t came(const struct omen_reading *r) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < r->notes.n; i++) n += r->notes.part[i].len;
  return n;
}

/* What came from elsewhere (a pipe of the program's) is in the buffer, if that was filled once. */
static const char *refilled(const struct omen_reading *r, uint64_t at) {
  const char *p = r->file->_IO_read_base + (at - r->held);
  return at >= r->held && !r->notes.n && p < r->file->_IO_read_ptr ? p : NULL;
}

uint32_t omen_model_read_byte(struct omen_reading *r, uint64_t at) {
  if (at < r->held) return r->byte[at].e;
  const char *p = refilled(r, at);
  return p ? omen_shade_byte(p) : omen_input_noted(&r->notes, at - r->held);
}

void omen_model_read_end(struct omen_reading *r, const void *to, uint64_t n) {
  omen_input_stop(&r->notes);
  for (uint64_t i = 0; to && i < n; i++) {
    bool known = i < r->held || i - r->held < came(r) || refilled(r, i);
    if (known) omen_shade_put((const char *)to + i, 1, omen_model_read_byte(r, i));
  } /* what is not known went there without a buffer, and its expressions with it */
  if (r->text) {
    omen_shade_clear(r->text, r->text_size);
    omen_free(r->text, r->text_size);
  }
  omen_free(r, r->size);
}

uint64_t omen_model_read_taken(const struct omen_reading *r, const void *file, uint64_t least,
                               uint64_t most) {
  uint64_t n = r->all + came(r) - held_by(file);
  return n >= least && n <= most ? n : least;
}

/* What was held, and what came in its place if the buffer was filled again; once, or it is gone. All of it,
 * also what is not taken yet: a conversion looked at the next character. */
const char *omen_model_read_text(struct omen_reading *r, const void *file, const char **end) {
  const FILE *f = file;
  uint64_t more = came(r);
  if (more && (uint64_t)(f->_IO_read_end - f->_IO_read_base) != more) return NULL;
  r->text_size = r->held + more + 2;
  r->text = omen_alloc(r->text_size);
  *end = r->text + r->held + more;
  for (uint64_t i = 0; i < r->held + more; i++) {
    r->text[i] = i < r->held ? r->byte[i].c : f->_IO_read_base[i - r->held];
    uint32_t e = omen_model_read_byte(r, i);
    if (e) omen_shade_put(r->text + i, 1, e);
  }
  return r->text;
}

void omen_model_line(const struct omen_model *m, const char *s, uint64_t n, char end) {
  if (!omen_shade_any(s, n)) return;
  for (uint64_t i = 0; i < n; i++)
    omen_model_branch(m, omen_expr_is_const(omen_model_byte(s + i), (uint8_t)end));
}
