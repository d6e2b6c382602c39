/* Lines of source files, for showing them under a frame. */
#ifndef OMEN_REPORT_SOURCE_LINES_H
#define OMEN_REPORT_SOURCE_LINES_H
#include "base/base.h"

struct omen_lines_file {
  char *path;
  struct omen_buf text;
};
struct omen_lines {
  struct omen_lines_file *files;
  size_t n, cap;
};
/* The line without its indentation and newline, in `out`; false when the file or the line is not there. */
bool omen_lines_get(struct omen_lines *c, const char *path, int line, char *out, size_t cap);
/* The same with its indentation; an empty line counts. */
bool omen_lines_indented(struct omen_lines *c, const char *path, int line, char *out, size_t cap);
void omen_lines_release(struct omen_lines *c);
#endif
