/* Other detectors' reports: ThreadSanitizer's, Helgrind's and DRD's logs, read so that their races can be
 * looked for among Omen's own. Any bytes are survived; what is not understood is skipped. */
#ifndef OMEN_REPORT_FOREIGN_H
#define OMEN_REPORT_FOREIGN_H
#include "report/model.h"

struct omen_foreign_frame {
  char *function, *file; /* file NULL: not known */
  int line;
};
struct omen_foreign_access {
  struct omen_foreign_frame *frames; /* innermost first */
  size_t n, cap;
  bool write;
};
struct omen_foreign { /* one report of theirs; those that name the same places are one */
  const char *tool;
  size_t at; /* line of the log, from 1 */
  size_t times;
  struct omen_foreign_access access[2]; /* DRD does not know the second: no frames */
  char *variable;                       /* "x", when the report names it */
};
struct omen_foreigns {
  struct omen_foreign *all;
  size_t n, cap;
  size_t others; /* reports of something else than a data race */
};
void omen_foreign_read(struct omen_foreigns *out, const char *text, size_t len);
void omen_foreign_release(struct omen_foreigns *f);

/* The frame of the program that an access stands at: the innermost with a line that is not the tool's or
 * libc's. NULL: none. */
const struct omen_foreign_frame *omen_foreign_place(const struct omen_foreign_access *a);
/* How well does Omen's race fit their report? 0: not at all; 2: the functions and the variable, or one line
 * of the two; 3: the same lines. */
int omen_foreign_fits(const struct omen_foreign *f, const struct omen_race *race);
bool omen_foreigns_want(const struct omen_foreigns *f,
                        const struct omen_race *race); /* it fits one of them */
#endif
