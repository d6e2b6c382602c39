/* symbolic/cxx.h: what the models of libstdc++ (calls_cxx*.c) share. Its functions are in a library that
 * nobody instruments, by explicit instantiation of the headers' templates; a C program has none of them, so
 * that they are weak here and known by their mangled names (build/symbolic_cxx.h). */
#ifndef OMRT_SYMBOLIC_CXX_H
#define OMRT_SYMBOLIC_CXX_H
#include "runtime/symbolic/model.h"

/* std::string as it lies in memory (the ABI of GCC 5 and later). */
struct omrt_cxx_string {
  char *p;
  uint64_t n;
};

/* Where and how long it is, is taken for concrete: says so if it depends on inputs. */
void omrt_cxx_shape(const struct omrt_cxx_string *s);

/* Bytes on their way from one string to another: their expressions before the call, which may move both. */
struct omrt_cxx_bytes {
  uint64_t n, cap;
  uint32_t *e; /* NULL: none has any */
};
void omrt_cxx_allocate(struct omrt_cxx_bytes *b, const void *p, uint64_t n); /* adds n bytes */
void omrt_cxx_allocate_one(struct omrt_cxx_bytes *b, uint32_t e);            /* adds one; 0: concrete */
/* They are what the string has now, if it is as long as they are. Releases them. */
void omrt_cxx_put(struct omrt_cxx_bytes *b, const struct omrt_cxx_string *s);

/* What is behind a std::istream or std::ostream: a FILE that libstdc++ shares with libc (cin, cout, unless
 * the program said otherwise), or a buffer of its own. NULL: neither that is known. */
/* Says so where the state of a stream depends on inputs: how it is written or read is then not known. */
void omrt_cxx_state(const struct omrt_model *m, void *stream);
void *omrt_cxx_buffer(void *stream);
void *omrt_cxx_file(void *buffer);

/* The buffer of the stream has what the string has. */
void omrt_cxx_filled(void *stream, const struct omrt_cxx_string *s);

/* The stream's text, from what was not read before the call, and as far as it is known. */
struct omrt_cxx_input {
  struct omrt_reading *reading;
  void *at;
  const char *text, *end; /* after omrt_cxx_input_text; NULL: not known */
};
void omrt_cxx_input_begin(struct omrt_cxx_input *in, void *stream);
uint64_t omrt_cxx_input_text(struct omrt_cxx_input *in); /* how much of it the call took */
void omrt_cxx_input_end(struct omrt_cxx_input *in);
#endif
