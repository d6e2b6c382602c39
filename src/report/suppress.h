/* Suppressions: races, incidents and deadlocks that nobody wants to hear of. The files are ThreadSanitizer's,
 * unchanged, and Omen's own additions to them (docs/ci.md):
 *
 *   # a comment
 *   race:FRAME               a function, file or module anywhere in the stacks, or the global variable
 *   race_top:FRAME           the innermost frame of one of the two accesses
 *   called_from_lib:MODULE   an access whose innermost frame is in that library
 *   deadlock:FRAME  mutex:FRAME         runs that came to a deadlock; misuse of locks
 *   defect:FRAME             memory errors, misuse and other defects, by stack, object or kind
 *   thread:FRAME  signal:FRAME          accepted; Omen has no such reports
 *   incident:FRAME           incidents, by where they go wrong, or by name
 *   race_id:ID               the race of that id
 *   class:NAME               races, incidents and failed runs of that class or consequence
 *
 * Each may end with words owner=WHO and expires=YYYY-MM-DD. A pattern is found anywhere in a name; `*` stands
 * for anything, `^` for the beginning, `$` for the end.
 *
 * An incident is suppressed, too, where all races that cause it are, or where the defect or deadlock that it
 * is would be; with an incident go the races that have no other evidence. */
#ifndef OMEN_REPORT_SUPPRESS_H
#define OMEN_REPORT_SUPPRESS_H
#include "report/model.h"

/* X(symbol, word) */
#define OMEN_SUPPRESSIONS(X)                                                                                 \
  X(RACE, "race")                                                                                            \
  X(RACE_TOP, "race_top")                                                                                    \
  X(LIBRARY, "called_from_lib")                                                                              \
  X(DEADLOCK, "deadlock")                                                                                    \
  X(MUTEX, "mutex")                                                                                          \
  X(THREAD, "thread")                                                                                        \
  X(SIGNAL, "signal")                                                                                        \
  X(DEFECT, "defect")                                                                                        \
  X(INCIDENT, "incident")                                                                                    \
  X(RACE_ID, "race_id")                                                                                      \
  X(CLASS, "class")
enum omen_suppression_kind {
#define X(symbol, word) OMEN_SUPPRESS_##symbol,
  OMEN_SUPPRESSIONS(X)
#undef X
};

struct omen_suppression {
  enum omen_suppression_kind kind;
  char *pattern, *owner; /* owner: NULL: nobody said */
  char expires[12];      /* empty: never */
  bool expired;
  char *where; /* FILE:LINE: race:pattern */
  size_t hits; /* races, incidents and findings of the report that was marked last */
};
struct omen_suppressions {
  struct omen_suppression *v;
  size_t n, cap;
};

/* Adds those of a file. `today`: YYYY-MM-DD. A line that is none is an error that names it. */
int omen_suppressions_read(struct omen_suppressions *s, const char *path, const char *today,
                           struct omen_err *err);
void omen_suppressions_release(struct omen_suppressions *s);
/* Does the pattern match the text? NULL matches nothing. */
bool omen_suppression_matches(const char *pattern, const char *text);
/* Marks what is suppressed in the report (mark.suppressed), and counts the hits. The report borrows from
 * `s`. */
void omen_suppressions_mark(struct omen_suppressions *s, struct omen_report *r);
/* A file that suppresses what the report still has, by id; with ThreadSanitizer's way to say it as a comment.
 */
void omen_suppressions_suggest(const struct omen_report *r, struct omen_buf *out);

/* suppress_incident.c: marks the incidents, once the races are marked, and the races that go with one. */
void omen_suppressions_mark_incidents(struct omen_suppressions *s, struct omen_report *r);
/* What its parts share: does the line match? */
bool omen_suppression_in_stack(const char *pattern, const struct omen_stack *s);
bool omen_suppression_of_race(const struct omen_suppression *s, const struct omen_race *race);
bool omen_suppression_of_defect(const struct omen_suppression *s, const struct omen_report_defect *d);
bool omen_suppression_in_holds(const char *pattern, const struct omen_hold *h, size_t n);
#endif
