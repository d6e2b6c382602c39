/* What one change would mend: races that share a variable, a copying instruction or a pair of lines. Made
 * from a finished report whenever it is written; races themselves, their ids and what counts stay as they
 * are.
 *
 * Races are in one group when they
 *   call      are of one call of a library function: a free() against every access to the block;
 *   copy      are of one instruction that copies several variables or fields of one object at once: a memcpy
 * of a structure against every field that it copies; variable  are on one variable or field: one flag that is
 * read in forty places; lines     are of one pair of source lines, on memory that has no name of its own. The
 * first that holds counts. Suppressed races are in none. A group has at least two races. */
#ifndef OMEN_REPORT_GROUPS_H
#define OMEN_REPORT_GROUPS_H
#include "report/model.h"

enum omen_group_kind {
  OMEN_GROUP_NONE,
  OMEN_GROUP_CALL,
  OMEN_GROUP_COPY,
  OMEN_GROUP_VARIABLE,
  OMEN_GROUP_LINES
};
struct omen_group {
  char id[16]; /* from names, without line numbers */
  enum omen_group_kind kind;
  char *what;   /* for people: the mistake */
  size_t *race; /* numbers of the report's races, the worst first */
  size_t n;
};
struct omen_groups {
  struct omen_group *v; /* in the order of their worst races in the report */
  size_t n;
  size_t *of; /* for each race of the report: the number of its group + 1; 0: none */
};
/* `leave_out`: for each race, whether it shall be in no group; NULL: only suppressed ones are. */
struct omen_groups omen_groups_make(const struct omen_report *r, const bool *leave_out);
void omen_groups_release(struct omen_groups *g);
const char *omen_group_word(enum omen_group_kind kind); /* "call", "copy", "variable", "lines" */
/* The same line of the same file. */
bool omen_groups_same_place(const struct omen_access *a, const struct omen_access *b);
/* Is it told for itself: in no group, or the worst of its group? The group then, NULL: none. */
bool omen_groups_leads(const struct omen_groups *g, size_t race, const struct omen_group **group);
/* What the baseline says of all of them: known only if all are; new if one is. Not suppressed. */
struct omen_mark omen_group_mark(const struct omen_report *r, const struct omen_group *g);
/* The mistake and the classes, as a sentence. The caller frees. */
char *omen_group_sentence(const struct omen_report *r, const struct omen_group *g);
/* "1 output-differs, 99 k-witness-harmless": how many of each class, the worst first. The caller frees. */
char *omen_group_classes(const struct omen_report *r, const struct omen_group *g);
#endif
