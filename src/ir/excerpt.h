/* The source's own text of an expression, cut out of its line: what debug_names.h falls back to where debug
 * info does not say what is accessed. */
#ifndef OMEN_IR_EXCERPT_H
#define OMEN_IR_EXCERPT_H
#include <stddef.h>
/* Files read so far, so that thousands of sites in one file read it once. A zeroed struct is empty. */
struct omen_excerpt_file {
  char *path;
  char *text;    /* NULL: could not be read */
  size_t *begin; /* of each line, in text */
  size_t lines;
};
struct omen_excerpt {
  struct omen_excerpt_file *files;
  int n, cap, last;
};
void omen_excerpt_release(struct omen_excerpt *s);
/* The expression at this place: what stands there, or the operand of an assignment or increment that does.
 * NULL when there is none (no such file, no such line, nothing that looks like one). The caller frees it. */
char *omen_excerpt_expression(struct omen_excerpt *s, const char *path, unsigned line, unsigned column);
/* The same on a line's text, for tests; column counts from 1. */
char *omen_excerpt_cut(const char *line, unsigned column);
#endif
