/* What every command does with a finished report: marks it by baseline and suppressions, writes it in the
 * forms that the options ask for, and decides the exit code. Used by run, classify, triage and report, on one
 * recording and on campaigns. */
#ifndef OMEN_CLI_DELIVER_H
#define OMEN_CLI_DELIVER_H
#include "cli/options.h"
#include "report/baseline.h"
#include "report/gate.h"
#include "report/suppress.h"

struct omen_delivery {
  const struct omen_options *o;
  struct omen_gate gate;
  bool judges;                 /* the exit code is the gate's */
  const struct omen_buf *json; /* the report in this form, where somebody made it already; or NULL */
  struct omen_baseline baseline;
  struct omen_suppressions suppressions;
};

/* Reads what the options name, before anything is run: a mistake there is one line, and exit 2 or `failed`.
 */
void omen_delivery_open(struct omen_delivery *t, const char *command, const struct omen_options *o,
                        int failed);
/* Only the suppressions. */
void omen_delivery_suppressions(struct omen_suppressions *s, const char *command,
                                const struct omen_options *o, int failed);
/* Only that: so that a mistake is said before a program has run for an hour. */
void omen_delivery_check(const char *command, const struct omen_options *o, int failed);
void omen_delivery_release(struct omen_delivery *t);
/* How many times as long as to find the races in a recording it takes to write the text and what the options
 * ask for. */
double omen_delivery_cost(const struct omen_options *o);
/* The report is complete: marks its races and findings. To be called before any form of it is written. */
void omen_delivery_mark(struct omen_delivery *t, struct omen_report *r);
/* The text for people: to standard error, or where OMEN_OPTIONS=log_path says. */
void omen_delivery_say(const struct omen_delivery *t, const struct omen_buf *text);
/* Writes the files, brings the baseline up to date, and says on standard error what the text does not. The
 * exit code; -1: something cannot be written. */
int omen_delivery_finish(struct omen_delivery *t, struct omen_report *r, struct omen_err *err);
/* --format: a name that is none is one line, and exit 2. */
void omen_delivery_check_format(const struct omen_options *o);
/* `omen report`: the form that --format names on standard output, unless something else goes there alone;
 * then as above. */
int omen_delivery_show(struct omen_delivery *t, struct omen_report *r);
#endif
