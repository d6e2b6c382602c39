/* See cxx.h. */
#include "runtime/symbolic/cxx.h"
#include "runtime/rt.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include <stdio.h>
#include <string.h>

/* ---- strings ---- */

static void make_room(struct omrt_cxx_bytes *b, uint64_t more) {
  uint64_t need = b->n + more, cap = b->cap ? b->cap : 64;
  if (need <= b->cap) return;
  while (cap < need) cap *= 2;
  uint32_t *e = omrt_alloc(cap * sizeof *e);
  if (b->e) {
    memcpy(e, b->e, b->n * sizeof *e);
    omrt_free(b->e, b->cap * sizeof *e);
  }
  b->e = e;
  b->cap = cap;
}

void omrt_cxx_allocate(struct omrt_cxx_bytes *b, const void *p, uint64_t n) {
  bool any = n && omrt_shade_any(p, n);
  if (any || b->e) {
    make_room(b, n);
    for (uint64_t i = 0; i < n; i++) b->e[b->n + i] = any ? omrt_shade_byte((const char *)p + i) : 0;
  }
  b->n += n;
}

void omrt_cxx_allocate_one(struct omrt_cxx_bytes *b, uint32_t e) {
  if (e || b->e) {
    make_room(b, 1);
    b->e[b->n] = e;
  }
  b->n++;
}

void omrt_cxx_shape(const struct omrt_cxx_string *s) {
  if (omrt_shade_holds(s, sizeof *s)) omrt_outward_unseen("the length of a string");
}

void omrt_cxx_put(struct omrt_cxx_bytes *b, const struct omrt_cxx_string *s) {
  omrt_shade_clear(s, sizeof *s);
  if (s->n == b->n) {
    omrt_shade_clear(s->p, s->n + 1);
    for (uint64_t i = 0; b->e && i < b->n; i++)
      if (b->e[i]) omrt_shade_put(s->p + i, 1, b->e[i]);
  }
  if (b->e) omrt_free(b->e, b->cap * sizeof *b->e);
}

void __omen_sym_string_lost(const void *string, uint32_t site) {
  const struct omrt_cxx_string *s = string;
  if (!omrt_sym_on) return;
  omrt_shade_clear(s, sizeof *s);
  if (!s->p || !omrt_shade_any(s->p, s->n + 1)) return;
  for (uint64_t i = 0; i < s->n; i++)
    omrt_trace_lost(omrt_shade_byte(s->p + i), site, "a string is changed by code that is not followed");
  omrt_shade_clear(s->p, s->n + 1);
}

/* ---- streams ---- */

/* Not there in a program in C, where nobody shares a FILE with libc. */
extern __attribute__((weak)) char _ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE[];

/* In the library's ABI: where a table's functions begin; a file in its buffer; the way to std::ios, a virtual
 * base; its buffer. */
enum { FUNCTIONS = 16, FILE_AT = 64, TO_IOS = -24, BUFFER_AT = 232 };

void *omrt_cxx_buffer(void *stream) {
  const char *table;
  void *buffer;
  ptrdiff_t to_ios;
  memcpy(&table, stream, sizeof table);
  memcpy(&to_ios, table + TO_IOS, sizeof to_ios);
  memcpy(&buffer, (char *)stream + to_ios + BUFFER_AT, sizeof buffer);
  return buffer;
}

/* Width, base, state, locale and filling character, as the library's ABI has them in std::ios. */
void omrt_cxx_state(const struct omrt_model *m, void *stream) {
  const char *table;
  ptrdiff_t to_ios;
  memcpy(&table, stream, sizeof table);
  memcpy(&to_ios, table + TO_IOS, sizeof to_ios);
  const char *ios = (char *)stream + to_ios;
  if (omrt_shade_holds(ios + 8, 32) || omrt_shade_holds(ios + 208, 56))
    omrt_model_unknown(m, "the state of a stream");
}

void *omrt_cxx_file(void *buffer) {
  const char *table;
  void *file;
  if (!buffer) return NULL;
  memcpy(&table, buffer, sizeof table);
  if (table != _ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE + FUNCTIONS) return NULL;
  memcpy(&file, (char *)buffer + FILE_AT, sizeof file);
  return file;
}

void omrt_cxx_filled(void *stream, const struct omrt_cxx_string *s) {
  struct {
    void *table;
    char *first, *next, *end;
  } *b = omrt_cxx_buffer(stream);
  if (b && b->next && (uint64_t)(b->end - b->next) == s->n) omrt_shade_copy(b->next, s->p, s->n);
}

void omrt_cxx_input_begin(struct omrt_cxx_input *in, void *stream) {
  void *buffer = omrt_cxx_buffer(stream), *file = omrt_cxx_file(buffer);
  *in = (struct omrt_cxx_input){.at = file ? file : buffer};
  if (file)
    in->reading = omrt_model_read_begin(file, UINT64_MAX);
  else if (buffer)
    in->reading = omrt_model_read_begin_cxx(buffer);
}

uint64_t omrt_cxx_input_text(struct omrt_cxx_input *in) {
  if (!in->reading) return 0;
  in->text = omrt_model_read_text(in->reading, in->at, &in->end);
  if (!in->text) return 0;
  return omrt_model_read_taken(in->reading, in->at, 0, (uint64_t)(in->end - in->text));
}

void omrt_cxx_input_end(struct omrt_cxx_input *in) {
  if (in->reading) omrt_model_read_end(in->reading, NULL, 0);
}
