/* See cxx.h. */
#include "runtime/symbolic/cxx.h"
#include "runtime/rt.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include <stdio.h>
#include <string.h>

/* ---- strings ---- */

static void make_room(struct omen_cxx_bytes *b, uint64_t more) {
  uint64_t need = b->n + more, cap = b->cap ? b->cap : 64;
  if (need <= b->cap) return;
  while (cap < need) cap *= 2;
  uint32_t *e = omen_alloc(cap * sizeof *e);
  if (b->e) {
    memcpy(e, b->e, b->n * sizeof *e);
    omen_free(b->e, b->cap * sizeof *e);
  }
  b->e = e;
  b->cap = cap;
}

void omen_cxx_take(struct omen_cxx_bytes *b, const void *p, uint64_t n) {
  bool any = n && omen_shade_any(p, n);
  if (any || b->e) {
    make_room(b, n);
    for (uint64_t i = 0; i < n; i++) b->e[b->n + i] = any ? omen_shade_byte((const char *)p + i) : 0;
  }
  b->n += n;
}

void omen_cxx_take_one(struct omen_cxx_bytes *b, uint32_t e) {
  if (e || b->e) {
    make_room(b, 1);
    b->e[b->n] = e;
  }
  b->n++;
}

void omen_cxx_put(struct omen_cxx_bytes *b, const struct omen_cxx_string *s) {
  omen_shade_clear(s, sizeof *s);
  if (s->n == b->n) {
    omen_shade_clear(s->p, s->n + 1);
    for (uint64_t i = 0; b->e && i < b->n; i++)
      if (b->e[i]) omen_shade_put(s->p + i, 1, b->e[i]);
  }
  if (b->e) omen_free(b->e, b->cap * sizeof *b->e);
}

void __omen_sym_string_lost(const void *string, uint32_t site) {
  const struct omen_cxx_string *s = string;
  if (!omen_sym_on) return;
  omen_shade_clear(s, sizeof *s);
  if (!s->p || !omen_shade_any(s->p, s->n + 1)) return;
  for (uint64_t i = 0; i < s->n; i++)
    omen_trace_lost(omen_shade_byte(s->p + i), site, "a string is changed by code that is not followed");
  omen_shade_clear(s->p, s->n + 1);
}

/* ---- streams ---- */

/* Not there in a program in C, where nobody shares a FILE with libc. */
extern __attribute__((weak)) char _ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE[];

/* In the library's ABI: where a table's functions begin; a file in its buffer; the way to std::ios, a virtual
 * base; its buffer. */
enum { FUNCTIONS = 16, FILE_AT = 64, TO_IOS = -24, BUFFER_AT = 232 };

void *omen_cxx_buffer(void *stream) {
  const char *table;
  void *buffer;
  ptrdiff_t to_ios;
  memcpy(&table, stream, sizeof table);
  memcpy(&to_ios, table + TO_IOS, sizeof to_ios);
  memcpy(&buffer, (char *)stream + to_ios + BUFFER_AT, sizeof buffer);
  return buffer;
}

void *omen_cxx_file(void *buffer) {
  const char *table;
  void *file;
  if (!buffer) return NULL;
  memcpy(&table, buffer, sizeof table);
  if (table != _ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE + FUNCTIONS) return NULL;
  memcpy(&file, (char *)buffer + FILE_AT, sizeof file);
  return file;
}

void omen_cxx_filled(void *stream, const struct omen_cxx_string *s) {
  struct {
    void *table;
    char *first, *next, *end;
  } *b = omen_cxx_buffer(stream);
  if (b && b->next && (uint64_t)(b->end - b->next) == s->n) omen_shade_copy(b->next, s->p, s->n);
}

void omen_cxx_input_begin(struct omen_cxx_input *in, void *stream) {
  void *buffer = omen_cxx_buffer(stream), *file = omen_cxx_file(buffer);
  *in = (struct omen_cxx_input){.at = file ? file : buffer};
  if (file)
    in->reading = omen_model_read_begin(file, UINT64_MAX);
  else if (buffer)
    in->reading = omen_model_read_begin_cxx(buffer);
}

uint64_t omen_cxx_input_text(struct omen_cxx_input *in) {
  if (!in->reading) return 0;
  in->text = omen_model_read_text(in->reading, in->at, &in->end);
  if (!in->text) return 0;
  return omen_model_read_taken(in->reading, in->at, 0, (uint64_t)(in->end - in->text));
}

void omen_cxx_input_end(struct omen_cxx_input *in) {
  if (in->reading) omen_model_read_end(in->reading, NULL, 0);
}
