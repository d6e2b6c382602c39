/* Bytes of a file, or of memory, read from front to back and again. */
#ifndef OMEN_TRACE_BYTES_H
#define OMEN_TRACE_BYTES_H
#include "base/base.h"

struct omen_bytes {
  char *path;
  int fd; /* -1: memory */
  const char *mem;
  uint64_t pos, size;
};
/* "-" is standard input; what cannot be read again from its start is copied to a nameless temporary file
 * first. */
struct omen_bytes *omen_bytes_file(const char *path, struct omen_err *err);
struct omen_bytes *omen_bytes_memory(const void *data, size_t n); /* borrowed */
/* Up to n bytes; 0 at the end; negative: error. */
long omen_bytes_read(struct omen_bytes *in, void *buf, size_t n, struct omen_err *err);
/* Exactly n bytes, or fewer at the end of the file (`*got`). */
int omen_bytes_full(struct omen_bytes *in, void *buf, size_t n, size_t *got, struct omen_err *err);
int omen_bytes_peek(struct omen_bytes *in, void *buf, size_t n, size_t *got, struct omen_err *err);
void omen_bytes_rewind(struct omen_bytes *in);
void omen_bytes_close(struct omen_bytes *in);
#endif
