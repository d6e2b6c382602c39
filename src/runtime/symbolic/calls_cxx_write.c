/* Writing to streams of C++: strings, characters and integers. As calls.c. What goes to a FILE (std::cout,
 * unless the program said otherwise) is known by its place there; else the bytes get their expressions in the
 * stream's buffer, and meet omrt_sym_wrote when that is written. */
#include "runtime/abi_symbolic.h"
#include "runtime/symbolic/cxx.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/output.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct writing {
  void *buffer, *file; /* file NULL: a buffer of its own */
  uint64_t place;
  bool plain; /* no width, decimal */
};
struct format { /* of a stream: the beginning of std::ios_base */
  void *table;
  int64_t precision, width;
  uint32_t flags;
};
enum { HEX = 8, OCT = 64, SHOW_BASE = 512, SHOW_POS = 2048, TO_IOS = -24 };
struct window { /* of a streambuf */
  void *table;
  char *read[3], *first, *next, *end;
};

static void begin(struct writing *w, void *stream) {
  const char *table;
  ptrdiff_t to_ios;
  struct format f;
  memcpy(&table, stream, sizeof table);
  memcpy(&to_ios, table + TO_IOS, sizeof to_ios);
  memcpy(&f, (char *)stream + to_ios, sizeof f);
  w->plain = !f.width && !(f.flags & (HEX | OCT | SHOW_BASE | SHOW_POS));
  w->buffer = omrt_cxx_buffer(stream);
  w->file = omrt_cxx_file(w->buffer);
  w->place = w->file ? omrt_output_place(w->file) : 0;
}

/* Where its last n bytes lie in the buffer; NULL: they are gone already. */
static char *buffered(const struct writing *w, uint64_t n) {
  const struct window *v = w->buffer;
  return v && v->first && (uint64_t)(v->next - v->first) >= n ? v->next - n : NULL;
}

static void wrote(const struct omrt_model *m, const struct writing *w, const char *p, uint64_t n) {
  if (w->file && w->plain) {
    omrt_model_put(w->file, w->place, p, n, false);
    return;
  }
  char *to = w->file || !w->plain ? NULL : buffered(w, n);
  if (to && !memcmp(to, p, n))
    omrt_shade_copy(to, p, n);
  else
    omrt_model_lose(m, p, n, "is written by a stream in a way that is not followed");
}

static void wrote_number(const struct omrt_model *m, const struct writing *w, const char *format, ...) {
  uint64_t n = 0;
  const struct window *v = w->buffer;
  if (w->file)
    n = omrt_output_place(w->file) - w->place;
  else if (v && v->first)
    n = (uint64_t)(v->next - v->first);
  va_list ap, again;
  va_start(ap, format);
  va_copy(again, ap);
  char text[32];
  int length = vsnprintf(text, sizeof text, format, again);
  va_end(again);
  bool there = w->plain && length > 0 && (w->file ? n == (uint64_t)length : n >= (uint64_t)length);
  struct omrt_printed *p = there ? omrt_model_print(m, format, ap, 2, length, false) : NULL;
  va_end(ap);
  if (p && w->file)
    omrt_model_printed_out(p, w->file, w->place, length);
  else if (p)
    omrt_model_printed_to(p, buffered(w, (uint64_t)length), (uint64_t)length);
  else
    omrt_trace_lost(omrt_model_arg(m, 2), m->site, "is written by a stream in a way that is not followed");
  omrt_model_printed_free(p);
}

#define P(...) (uint32_t site, void *stream, __VA_ARGS__)
#define WRITES(name, params, types, args, ...)                                                               \
  OMEN_API void *__omen_symlib_##name params;                                                                \
  void *__omen_symlib_##name params {                                                                        \
    void *(*call)types = (void *(*)types)__omen_sym_hot.real;                                                \
    OMRT_MODEL(__omen_symlib_##name);                                                                        \
    struct writing w;                                                                                        \
    if (follows) omrt_cxx_state(&model, stream), begin(&w, stream);                                          \
    void *r = call args;                                                                                     \
    if (follows) {                                                                                           \
      __VA_ARGS__;                                                                                           \
    }                                                                                                        \
    return r;                                                                                                \
  }
WRITES(cxx_put_bytes, P(const char *p, int64_t n), (void *, const char *, int64_t), (stream, p, n),
       if (n > 0) wrote(&model, &w, p, (uint64_t)n))
WRITES(cxx_write, P(const char *p, int64_t n), (void *, const char *, int64_t), (stream, p, n),
       if (n > 0) wrote(&model, &w, p, (uint64_t)n))
WRITES(cxx_put_string, P(const struct omrt_cxx_string *s), (void *, const struct omrt_cxx_string *),
       (stream, s), omrt_cxx_shape(s);
       if (s->n) wrote(&model, &w, s->p, s->n))
WRITES(cxx_put_text, P(const char *p), (void *, const char *), (stream, p),
       if (p) omrt_model_string(&model, p, strlen(p), true);
       if (p && *p) wrote(&model, &w, p, strlen(p)))

static void wrote_char(const struct omrt_model *m, const struct writing *w, int c) {
  uint32_t e = omrt_model_char(m, 2, c);
  if (!omrt_expr_depends(e)) e = 0;
  char *to = w->file ? NULL : buffered(w, 1);
  if (w->file && w->plain)
    omrt_model_put_char(w->file, w->place, e);
  else if (to && w->plain && *to == (char)c)
    omrt_shade_put(to, 1, e);
  else
    omrt_trace_lost(e, m->site, "is written by a stream in a way that is not followed");
}
WRITES(cxx_put_char, P(int c), (void *, char), (stream, (char)c), wrote_char(&model, &w, c))
WRITES(cxx_put, P(int c), (void *, char), (stream, (char)c), wrote_char(&model, &w, c))

#define NUMBER(name, type, format)                                                                           \
  WRITES(name, P(type v), (void *, type), (stream, v), wrote_number(&model, &w, format, v))
NUMBER(cxx_put_int, int, "%d")
NUMBER(cxx_put_unsigned, unsigned, "%u")
NUMBER(cxx_put_long, long, "%ld")
NUMBER(cxx_put_unsigned_long, unsigned long, "%lu")
NUMBER(cxx_insert_long, long, "%ld")
NUMBER(cxx_insert_unsigned_long, unsigned long, "%lu")
