/* Lines of source files, for showing them under a frame. */
#ifndef OMEN_REPORT_SOURCE_H
#define OMEN_REPORT_SOURCE_H
#include "base/base.h"

struct omen_source_file {
  char *path;
  struct omen_buf text;
};
struct omen_source_cache {
  struct omen_source_file *files;
  size_t n, cap;
};
/* The line without its indentation and newline, in `out`; false when the file or the line is not there. */
bool omen_source_line(struct omen_source_cache *c, const char *path, int line, char *out, size_t cap);
void omen_source_release(struct omen_source_cache *c);
#endif
