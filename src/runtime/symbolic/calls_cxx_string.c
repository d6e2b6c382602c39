/* std::string: copying, putting together, comparing, looking for. As calls.c. Lengths are concrete; the bytes
 * move with their expressions, wherever the string moves to. */
#include "runtime/abi_symbolic.h"
#include "runtime/symbolic/cxx.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/store.h"
#include <string.h>

typedef struct omrt_cxx_string string;

/* A function that makes `out` of pieces: `takes` says which, before it is called. */
#define MAKES(type, name, params, types, args, out, ...)                                                     \
  OMEN_API type __omen_symlib_##name params;                                                                 \
  type __omen_symlib_##name params {                                                                         \
    type(*call) types = (type(*) types)__omen_sym_hot.real;                                                  \
    OMRT_MODEL(__omen_symlib_##name);                                                                        \
    struct omrt_cxx_bytes b = {0};                                                                           \
    if (follows) {                                                                                           \
      __VA_ARGS__;                                                                                           \
    }                                                                                                        \
    type r = call args;                                                                                      \
    if (follows) omrt_cxx_put(&b, out);                                                                      \
    return r;                                                                                                \
  }

static void take_all(struct omrt_cxx_bytes *b, const string *s) {
  omrt_cxx_shape(s);
  omrt_cxx_allocate(b, s->p, s->n);
}
/* Up to n bytes from `from` on. */
static void take_part(struct omrt_cxx_bytes *b, const string *s, uint64_t from, uint64_t n) {
  omrt_cxx_shape(s);
  if (from < s->n) omrt_cxx_allocate(b, s->p + from, n < s->n - from ? n : s->n - from);
}
static void take_text(const struct omrt_model *m, struct omrt_cxx_bytes *b, const char *text, uint64_t n) {
  omrt_model_string(m, text, n, true); /* it is as long as it is */
  omrt_cxx_allocate(b, text, n);
}
static void take_char(const struct omrt_model *m, struct omrt_cxx_bytes *b, int arg, int c) {
  uint32_t e = omrt_model_char(m, arg, c);
  omrt_cxx_allocate_one(b, omrt_expr_depends(e) ? e : 0);
}
/* Part of it gives way to others. NULL: they are written later. */
static void take_replaced(struct omrt_cxx_bytes *b, const string *s, uint64_t at, uint64_t gone,
                          const char *by, uint64_t n) {
  take_part(b, s, 0, at);
  if (by)
    omrt_cxx_allocate(b, by, n);
  else
    for (uint64_t i = 0; i < n; i++) omrt_cxx_allocate_one(b, 0);
  if (at + gone <= s->n) take_part(b, s, at + gone, s->n);
}

#define P(...) (uint32_t site, string *s, __VA_ARGS__)
#define TEXT take_text(&model, &b, text, strlen(text))
MAKES(void *, cxx_copy, P(const string *o), (string *, const string *), (s, o), s, take_all(&b, o))
MAKES(void *, cxx_move, P(string *o), (string *, string *), (s, o), s, take_all(&b, o))
MAKES(void *, cxx_substr, P(const string *o, size_t at, size_t n), (string *, const string *, size_t, size_t),
      (s, o, at, n), s, take_part(&b, o, at, n))
MAKES(void *, cxx_assign, P(const string *o), (string *, const string *), (s, o), s, take_all(&b, o))
MAKES(void *, cxx_assign_move, P(string *o), (string *, string *), (s, o), s, take_all(&b, o))
MAKES(void *, cxx_assign_text, P(const char *text), (string *, const char *), (s, text), s, TEXT)
MAKES(void *, cxx_assign_inner, P(const string *o), (string *, const string *), (s, o), s, take_all(&b, o))
MAKES(void *, cxx_add, P(const string *o), (string *, const string *), (s, o), s, take_all(&b, s);
      take_all(&b, o))
MAKES(void *, cxx_add_text, P(const char *text), (string *, const char *), (s, text), s, take_all(&b, s);
      TEXT)
MAKES(void *, cxx_add_char, P(int c), (string *, char), (s, (char)c), s, take_all(&b, s);
      take_char(&model, &b, 2, c))
MAKES(void *, cxx_push_back, P(int c), (string *, char), (s, (char)c), s, take_all(&b, s);
      take_char(&model, &b, 2, c))
MAKES(void *, cxx_append, P(const string *o), (string *, const string *), (s, o), s, take_all(&b, s);
      take_all(&b, o))
MAKES(void *, cxx_append_text, P(const char *text), (string *, const char *), (s, text), s, take_all(&b, s);
      TEXT)
MAKES(void *, cxx_append_bytes, P(const char *p, size_t n), (string *, const char *, size_t), (s, p, n), s,
      take_all(&b, s);
      omrt_cxx_allocate(&b, p, n))
MAKES(void *, cxx_append_inner, P(const char *p, size_t n), (string *, const char *, size_t), (s, p, n), s,
      take_all(&b, s);
      omrt_cxx_allocate(&b, p, n))
MAKES(void *, cxx_replace_inner, P(size_t at, size_t gone, const char *p, size_t n),
      (string *, size_t, size_t, const char *, size_t), (s, at, gone, p, n), s,
      take_replaced(&b, s, at, gone, p, n))
MAKES(void *, cxx_erase, P(size_t at, size_t n), (string *, size_t, size_t), (s, at, n), s,
      take_part(&b, s, 0, at);
      if (n < s->n && at + n < s->n) take_part(&b, s, at + n, s->n))

MAKES(void *, cxx_erase_inner, P(size_t at, size_t n), (string *, size_t, size_t), (s, at, n), s,
      take_replaced(&b, s, at, n, NULL, 0))
MAKES(void *, cxx_replace_char, P(size_t at, size_t gone, size_t n, int c),
      (string *, size_t, size_t, size_t, char), (s, at, gone, n, (char)c), s,
      take_replaced(&b, s, at, gone, NULL, n))
MAKES(void *, cxx_insert_text, P(size_t at, const char *text), (string *, size_t, const char *),
      (s, at, text), s, omrt_model_string(&model, text, strlen(text), true);
      take_replaced(&b, s, at, 0, text, strlen(text)))
MAKES(void *, cxx_insert, P(size_t at, const string *o), (string *, size_t, const string *), (s, at, o), s,
      take_replaced(&b, s, at, 0, o->p, o->n))
MAKES(void *, cxx_append_part, P(const string *o, size_t at, size_t n),
      (string *, const string *, size_t, size_t), (s, o, at, n), s, take_all(&b, s);
      take_part(&b, o, at, n))
MAKES(void *, cxx_assign_named, P(const string *o), (string *, const string *), (s, o), s, take_all(&b, o))
MAKES(void *, cxx_assign_bytes, P(const char *p, size_t n), (string *, const char *, size_t), (s, p, n), s,
      omrt_cxx_allocate(&b, p, n))

/* Makes room within the string; its length is set later. */
OMEN_API void __omen_symlib_cxx_mutate(uint32_t site, string *s, size_t at, size_t gone, const char *p,
                                       size_t n);
void __omen_symlib_cxx_mutate(uint32_t site, string *s, size_t at, size_t gone, const char *p, size_t n) {
  void (*call)(string *, size_t, size_t, const char *, size_t) =
      (void (*)(string *, size_t, size_t, const char *, size_t))__omen_sym_hot.real;
  OMRT_MODEL(__omen_symlib_cxx_mutate);
  struct omrt_cxx_bytes b = {0};
  if (follows) take_replaced(&b, s, at, gone, p, n);
  call(s, at, gone, p, n);
  if (follows) omrt_cxx_put(&b, &(string){s->p, b.n});
}

/* ---- comparing ---- */

static int compare(uint32_t site, const string *s, const char *text, uint64_t n, const void *self,
                   const void *real, const void *with);

#define COMPARES(name, with_type, text, n)                                                                   \
  OMEN_API int __omen_symlib_##name(uint32_t site, const string *s, const with_type *o);                     \
  int __omen_symlib_##name(uint32_t site, const string *s, const with_type *o) {                             \
    return compare(site, s, text, n, (const void *)__omen_symlib_##name, __omen_sym_hot.real, o);            \
  }
COMPARES(cxx_compare, string, o->p, o->n)
COMPARES(cxx_compare_text, char, o, strlen(o))

static int compare(uint32_t site, const string *s, const char *text, uint64_t n, const void *self,
                   const void *real, const void *with) {
  __attribute__((cleanup(omrt_model_end))) struct omrt_model model;
  model.begun = false;
  __asm__ volatile("" : : "r"(&model) : "memory");
  const bool follows = omrt_sym_on;
  if (follows) omrt_model_begin(&model, self, site);
  int r = ((int (*)(const string *, const void *))(uintptr_t)real)(s, with);
  if (follows) omrt_cxx_shape(s);
  if (follows && with != text) omrt_cxx_shape(with);
  if (follows && with == text) omrt_model_string(&model, text, n, true);
  if (follows) omrt_model_compare_sized(&model, s->p, s->n, text, n, r);
  return r;
}

/* ---- looking for ---- */

enum { NOWHERE = -1 };

static void looked(const struct omrt_model *m, const string *s, const char *p, uint64_t from, uint64_t n,
                   size_t r) {
  omrt_cxx_shape(s);
  if (!n || n > s->n || from > s->n - n) return;
  uint64_t last = r == (size_t)NOWHERE ? s->n - n : r;
  if (!omrt_shade_any(s->p, s->n) && !omrt_shade_any(p, n)) return;
  for (uint64_t i = from; i <= last; i++) omrt_model_branch(m, omrt_model_matches(s->p + i, p, n));
}

#define FINDS(name, params, types, args, ...)                                                                \
  OMEN_API size_t __omen_symlib_##name params;                                                               \
  size_t __omen_symlib_##name params {                                                                       \
    size_t(*call) types = (size_t(*) types)__omen_sym_hot.real;                                              \
    OMRT_MODEL(__omen_symlib_##name);                                                                        \
    size_t r = call args;                                                                                    \
    if (follows) {                                                                                           \
      __VA_ARGS__;                                                                                           \
    }                                                                                                        \
    return r;                                                                                                \
  }
FINDS(cxx_find, (uint32_t site, const string *s, const string *o, size_t from),
      (const string *, const string *, size_t), (s, o, from), looked(&model, s, o->p, from, o->n, r))
FINDS(cxx_find_bytes, (uint32_t site, const string *s, const char *p, size_t from, size_t n),
      (const string *, const char *, size_t, size_t), (s, p, from, n), looked(&model, s, p, from, n, r))
FINDS(cxx_find_text, (uint32_t site, const string *s, const char *p, size_t from),
      (const string *, const char *, size_t), (s, p, from), omrt_model_string(&model, p, strlen(p), true);
      looked(&model, s, p, from, strlen(p), r))
FINDS(cxx_find_char, (uint32_t site, const string *s, int c, size_t from), (const string *, char, size_t),
      (s, (char)c, from),
      if (from < s->n) omrt_model_find(&model, s->p + from, s->n - from, false, omrt_model_char(&model, 2, c),
                                       r == (size_t)NOWHERE ? NULL : s->p + r))
