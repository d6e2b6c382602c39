/* The baseline: the races, failures and incidents that a team knows of, so that only new ones stop its build
 * (docs/ci.md). A JSON file, sorted, a race a line, so that it can be kept and merged beside the source:
 *
 *   { "version": 1,
 *     "races": [
 *       {"id": "144c19feb9bd", "class": "output-differs", "consequence": "output", "location": "counter",
 *        "accesses": [["read", "count", "a.c", "counter++;"], ["write", "count", "a.c", "counter++;"]]},
 *       ... ],
 *     "failures": [
 *       {"id": "5d0c7a31be02", "consequence": "deadlock"} ],
 *     "incidents": [
 *       {"id": "2b90cc1d7e45", "consequence": "overflow", "location": "append"} ] }
 *
 * A race is known by its id; in a file of the time when ids were of whole stacks, by those of its members; or
 * by its accesses, where its function or file has another name now and the old race is gone.
 *
 * A failure and an incident have names from what happens in which functions. A file of the time before
 * incidents has no such list: there, one all of whose races are known to be as bad is known.
 *
 * A ratchet: bringing it up to date takes out what was not seen any more and lowers what became better; what
 * is new, or worse than it was, comes in only when that is asked for. */
#ifndef OMEN_REPORT_BASELINE_H
#define OMEN_REPORT_BASELINE_H
#include "report/race_code.h"

struct omen_baseline_entry {
  char id[24];
  enum omen_class class; /* a failure or an incident has none */
  enum omen_consequence consequence;
  char *location; /* NULL: none */
  struct omen_race_code code;
  bool taken; /* a race of the report is this one */
};
struct omen_baseline_list {
  struct omen_baseline_entry *v; /* by id */
  size_t n, cap;
};
struct omen_baseline {
  bool there; /* there was a file */
  bool older; /* the file has no list of incidents */
  struct omen_baseline_list races, failures, incidents;
};

/* A file that there is not gives an empty baseline (`there` is false); damage is an error. */
int omen_baseline_read(struct omen_baseline *b, const char *path, struct omen_err *err);
void omen_baseline_release(struct omen_baseline *b);
/* Marks the races, findings and incidents of the report. */
void omen_baseline_mark(const struct omen_baseline *b, struct omen_report *r);

struct omen_baseline_change {
  size_t kept, dropped, lowered, added;
};
/* Brings it up to the report, which is marked. `grow`: takes in what is new or worse, too. Suppressed races
 * are left out. */
void omen_baseline_update(struct omen_baseline *b, struct omen_report *r, bool grow,
                          struct omen_baseline_change *change);
void omen_baseline_write(const struct omen_baseline *b, struct omen_buf *out);
#endif
